export { readConfig, readSecretsConfig } from '../config.ts'
export { checkSecrets, type ReadableSecrets } from './check-secrets.ts'
export { readQueues, retryDead } from './jobs.ts'
export { eraseMerchant, saveExport, showMerchant } from './merchants.ts'
