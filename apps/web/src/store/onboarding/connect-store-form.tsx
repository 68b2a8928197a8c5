import { TextInput } from '@mantine/core'
import { readShopDomain, SHOP_DOMAIN_SUFFIX } from '@stockcast/contract'
import { type FormEvent, useRef, useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import {
  invalidDomain,
  invalidShopName,
  ownDomain,
  refusedShopName,
  storeNameMissing,
} from '../../ui/messages/connection-failures.ts'
import { storeToReconnect } from '../../ui/messages/connection-words.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { useConnectShop } from '../connection/use-connect-shop.ts'
import classes from './onboarding.module.css'

/** Asks for the store, and goes to where the merchant approves access (S-02 to S-04 and S-06). */
export function ConnectStoreForm() {
  const session = useSession()
  const { sandboxShop } = session
  const lostStore = storeToReconnect(session)
  const [typed, setTyped] = useState(lostStore)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const refuse = (message: string) => {
    setError(message)
    input.current?.focus()
  }
  const connect = useConnectShop(() => refuse(refusedShopName))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readShopDomain(typed)
    if (read.kind === 'shop') return connect.mutate({ shop: read.shopDomain })
    if (read.kind === 'empty') return refuse(storeNameMissing)
    if (read.kind !== 'custom_domain') return refuse(invalidShopName)
    notifyFailure(invalidDomain)
    return refuse(ownDomain)
  }
  const change = (value: string) => {
    setTyped(value)
    setError(null)
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        ref={input}
        size="md"
        label="Store name"
        description="The name in your Shopify address, not your own domain."
        error={error}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        name="shop"
        placeholder="your-store"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rightSection={
          typed.includes('.') ? null : <span className={classes.suffix}>{SHOP_DOMAIN_SUFFIX}</span>
        }
        rightSectionWidth={typed.includes('.') ? 0 : 130}
        rightSectionPointerEvents="none"
      />
      <WriteButton
        least="owner"
        type="submit"
        variant="filled"
        size="md"
        fullWidth
        mt="lg"
        loading={connect.isPending}
      >
        Connect Store
      </WriteButton>
      {sandboxShop !== null && lostStore === '' && (
        <p className={classes.otherWay}>
          <button type="button" className={classes.tryShop} onClick={() => change(sandboxShop)}>
            Try the sandbox store {sandboxShop}
          </button>
        </p>
      )}
    </form>
  )
}
