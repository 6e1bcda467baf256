import { call } from '#platform/http/api-client.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { circleAlertIcon, circleCheckIcon, Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/lists/text-link.tsx'
import type { Checklist, HideSamples, OpenShop, SendTestMail } from './open-shop.server.ts'

type Steps = Checklist['steps']

/** What the owner says, sets and tries before customers come. It stays until they open the shop. */
export function OpeningChecklist({ steps, seen }: Checklist) {
  const left = steps.filter(({ missing }) => missing.length > 0)
  return (
    <section aria-labelledby="opening" className="card grid gap-4 p-4 md:p-6">
      <div>
        <h2 id="opening" className="text-xl">
          Your shop is not open yet
        </h2>
        <p className="text-sm text-cocoa-soft">
          {`${steps.length - left.length} of ${steps.length} steps are done. Whoever knows the address can order already.`}
        </p>
      </div>
      <ol className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
      <AskButton
        variant="primary"
        size="medium"
        className="justify-self-start"
        label="Open the shop"
        title="Open the shop?"
        confirmLabel="Open the shop"
        send={() => call<OpenShop>('POST /shop/open', {})}
      >
        <p>{`Customers see: ${seen.join('; ')}.`}</p>
        {left.length > 0 && <h3 className="mt-3 font-semibold">Still missing</h3>}
        <ul className="list-disc pl-5 text-sm">
          {left.map(({ title, missing }) => (
            <li key={title}>{`${title}: ${missing.join(' ')}`}</li>
          ))}
        </ul>
      </AskButton>
    </section>
  )
}

function Step({ title, to, missing, action }: Steps[number]) {
  const isDone = missing.length === 0
  const { busy, run } = useReloadingAction()
  return (
    <li className="flex items-start gap-2">
      <Icon
        path={isDone ? circleCheckIcon : circleAlertIcon}
        size={20}
        className={`mt-3 shrink-0 ${isDone ? 'text-pistachio' : 'text-saffron'}`}
      />
      <div className="grid justify-items-start">
        <TextLink to={to}>{title}</TextLink>
        {isDone && <span className="sr-only">Done</span>}
        {missing.map((sentence) => (
          <p key={sentence} className="text-sm">
            {sentence}
          </p>
        ))}
        {action === 'hide-samples' && (
          <AskButton
            className="mt-2"
            label="Hide the sample’s cakes"
            title="Hide the sample’s cakes?"
            confirmLabel="Hide them"
            send={() => call<HideSamples>('POST /cakes/hide-samples', {})}
          >
            Customers see them no more, only what you have added or described yourself. Each can be
            shown again, one by one.
          </AskButton>
        )}
        {action === 'test-mail' && (
          <Button
            variant="secondary"
            size="small"
            className="mt-2"
            busy={busy}
            onClick={() => run(() => call<SendTestMail>('POST /mails/test', {}))}
          >
            Send a test mail
          </Button>
        )}
      </div>
    </li>
  )
}
