export { accessOf } from './access.ts'
export { isReadOnly } from './is-read-only.ts'
export { trialDaysRemaining } from './trial-days-remaining.ts'
export { beginTrial, bindTrial } from './trial-memory.ts'
