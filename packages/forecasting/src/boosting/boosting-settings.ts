export interface BoostingSettings {
  trees: number
  /** Share of each tree that is added. */
  rate: number
  /** Least rows in a node, and the weight in rows of the value zero in each. */
  leastRows: number
  penalty: number
}
