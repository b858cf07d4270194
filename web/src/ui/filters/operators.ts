/** How a filter compares numbers. */
export const operators = [
  { value: 'GREATER', label: 'More than' },
  { value: 'LESS', label: 'Less than' },
  { value: 'EQUAL', label: 'Exactly' },
];
