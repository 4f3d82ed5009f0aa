/** A moment for an operator: `2026-03-01 09:30:00 UTC`. */
export const dateLine = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
