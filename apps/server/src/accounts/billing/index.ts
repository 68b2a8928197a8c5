export { accessOf, isOnTrial, isReadOnly } from '../../kernel/access/access.ts'
export { trialDaysRemaining } from './account.ts'
export { followEmailTask } from './provider/follow-email.task.ts'
export { beginTrial, bindTrial } from './trial/trial-memory.ts'
