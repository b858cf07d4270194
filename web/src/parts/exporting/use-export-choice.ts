import type { ExportChoice } from '@courierdesk/contract/exports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exportChoiceQuery } from '../../api/exports.ts';

/** The last choice, with the changes made here. */
export function useExportChoice() {
  const query = useQuery(exportChoiceQuery);
  const [changed, setChanged] = useState<ExportChoice>();
  return { query, choice: changed ?? query.data, change: setChanged };
}
