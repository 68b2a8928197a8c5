import { expect, it } from 'vitest'
import { neutralEnvironment } from '../../../../tools/launch/neutral-environment.ts'
import { environmentSchema } from '../kernel/config/environment.ts'
import { listVariables } from './variables.ts'

it('the list of variables has the defaults and limits of the schema', () => {
  const variables = new Map(listVariables().map((each) => [each.name, each]))
  expect(variables.get('PORT')).toMatchObject({ default: '3000', values: '0 to 65535' })
  expect(variables.get('DEMO')).toMatchObject({ default: 'on', values: 'on, off' })
  expect(variables.get('STOCKCAST_SECRET')).toMatchObject({
    default: null,
    values: 'at least 32 characters',
  })
  const internal = [
    'STOCKCAST_ROLE',
    'SANDBOX_URL',
    'SANDBOX_SECRET',
    'SANDBOX_TOKEN',
    'WEB_ROOT',
    'DATABASE_DIR',
  ]
  const hidden = Object.keys(environmentSchema.shape).filter((name) => !variables.has(name))
  expect(hidden.sort()).toEqual(internal.sort())
})

it('neutralEnvironment leaves out every variable of the product, such as the key of a real account, and no other', () => {
  const names = [...Object.keys(environmentSchema.shape), 'DATABASE_OWNER_URL', 'SANDBOX_PORT', 'PATH']
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(Object.keys(neutralEnvironment(env))).toEqual(['PATH'])
})
