export { accessOf, trialDaysRemaining } from './account.ts'
export { followEmailTask } from './provider/follow-email.task.ts'
export { beginTrial, bindTrial } from './trial/trial-memory.ts'
export { isOnTrial, isReadOnly } from './write-guard.ts'
