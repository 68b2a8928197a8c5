export { cleanPng } from './clean-png.ts'
