import { useEffect, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import noticeWorker from './notice-worker.ts?worker&url'
import type { AddPhone, ForgetPhone } from './save-wishes.server.ts'

const scope = '/admin'

/** Whether this browser is told; null while that is not known. */
type State = 'cannot' | 'off' | 'on' | null

interface PhoneSwitchProps {
  /** The sender's, base64url. */
  publicKey: string
  /** The addresses at which this colleague is told. */
  endpoints: readonly string[]
}

/** Switches on and off that this browser, mostly a phone's, is told. */
export function PhoneSwitch({ publicKey, endpoints }: PhoneSwitchProps) {
  const [own, setOwn] = useState<PushSubscription | 'cannot' | null>()
  const { busy, run } = useReloadingAction()

  useEffect(() => {
    if (canBeTold()) void subscriptionHere().then(setOwn)
    else setOwn('cannot')
  }, [])

  const state: State = stateOf(own, endpoints)

  async function switchOn() {
    const subscription = await subscribe(publicKey).catch(() => null)
    if (!subscription)
      return toast.error('Your browser does not allow it. Allow notifications first.')
    const { endpoint, keys } = subscription.toJSON()
    const body = { endpoint: endpoint ?? '', keys: keys as { p256dh: string; auth: string } }
    const problem = await run(() => call<AddPhone>('POST /notices/phone', { body }))
    if (!problem) setOwn(subscription)
  }

  async function switchOff() {
    if (!own || own === 'cannot') return
    const { endpoint } = own
    await run(() => call<ForgetPhone>('POST /notices/forget-phone', { body: { endpoint } }))
    await own.unsubscribe()
    setOwn(null)
  }

  if (state === null)
    return <p className="min-h-11 text-sm text-cocoa-soft">Looking at this phone…</p>
  if (state === 'cannot')
    return (
      <p className="min-h-11 text-sm text-cocoa-soft">
        This browser cannot be told. On an iPhone, first add this page to the Home Screen, and open
        it from there.
      </p>
    )
  return (
    <Button
      variant={state === 'on' ? 'primary' : 'secondary'}
      aria-pressed={state === 'on'}
      busy={busy}
      className="justify-self-start"
      onClick={() => void (state === 'on' ? switchOff() : switchOn())}
    >
      Tell me on this phone
    </Button>
  )
}

function stateOf(
  own: PushSubscription | 'cannot' | null | undefined,
  endpoints: readonly string[],
): State {
  if (own === undefined) return null
  if (own === 'cannot') return own
  return own && endpoints.includes(own.endpoint) ? 'on' : 'off'
}

const canBeTold = () => 'serviceWorker' in navigator && 'PushManager' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks for permission, if it must. @throws if it is refused */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('refused')
  await navigator.serviceWorker.register(noticeWorker, { scope })
  const { pushManager } = await navigator.serviceWorker.ready
  // One of another sender, from before the shop's secret was changed, cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}
