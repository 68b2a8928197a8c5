/**
 * The service levels that a merchant can choose. At 0.1 an alert opens only when a stockout is almost
 * certain, at 0.5 when it is likelier than not, at 0.98 from a probability of 2 %. Steps are finer where they
 * change more alerts.
 */
export const SERVICE_LEVELS: readonly number[] = [
  0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.74, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.91, 0.92,
  0.93, 0.94, 0.95, 0.96, 0.98,
]
