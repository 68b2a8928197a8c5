export type { TestApp, TestMerchant } from './test-app.ts'
export { createTestApp } from './test-app.ts'
export type { TestKernel, TestKernelOptions } from './test-kernel.ts'
export { createTestKernel, TEST_NOW } from './test-kernel.ts'
