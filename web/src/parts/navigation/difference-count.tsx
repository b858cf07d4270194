import { useQuery } from '@tanstack/react-query';
import { differenceCountQuery } from '../../api/difference-count.ts';
import { OpenCount } from './open-count.tsx';

/** The number of open differences, if any. */
export const DifferenceCount = () => <OpenCount count={useQuery(differenceCountQuery).data} />;
