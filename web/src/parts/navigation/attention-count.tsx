import { useQuery } from '@tanstack/react-query';
import { attentionCountQuery } from '../../api/attention-count.ts';
import { OpenCount } from './open-count.tsx';

/** The number of cases that need a decision, if any. */
export const AttentionCount = () => <OpenCount count={useQuery(attentionCountQuery).data} />;
