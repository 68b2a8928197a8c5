export { accessOf, trialDaysRemaining } from './access.ts'
export { followEmail } from './task-definitions.ts'
export { beginTrial, bindTrial } from './trial/trial-memory.ts'
export { isReadOnly } from './write-guard.ts'
