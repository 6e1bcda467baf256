import { useNavigate, useRevalidator } from 'react-router'
import { call, fileUrl, saveFile } from '#platform/http/api-client.ts'
import { AccountSection } from '#shop/accounts/account-form.tsx'
import { refreshSession } from '#shop/accounts/session.ts'
import { useShop } from '#shop/storefront/frame/shown-shop.ts'
import type { WithdrawConsent } from '#shop/storefront/newsletter/newsletter.server.tsx'
import { grievanceOfficer } from '#shop/values/shop-details.ts'
import { useAction } from '#shop/values/use-action.ts'
import { removeStored } from '#ui/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { toast } from '#ui/toast.tsx'
import type { DeleteMyAccount } from './delete-data.server.ts'
import type { DownloadData } from './download-data.server.ts'

export function PrivacySection({ newsletterSince }: { newsletterSince: string | null }) {
  return (
    <AccountSection title="Your data" intro="What you agreed to, and what we keep about you.">
      <NewsletterConsent since={newsletterSince} />
      <Download />
      <Nomination />
      <DeleteAccount />
    </AccountSection>
  )
}

const part = 'grid justify-items-start gap-3 border-t border-line pt-5'

function NewsletterConsent({ since }: { since: string | null }) {
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction()
  const withdraw = () =>
    run(async () => {
      const body = { consent: 'newsletter' } as const
      const { message } = await call<WithdrawConsent>('POST /account/withdraw-consent', { body })
      toast.success(message)
      await revalidate()
    })
  return (
    <div className={part}>
      <h3 className="font-semibold">Consents</h3>
      {since ? (
        <>
          <p className="text-sm">{`Our newsletter, since ${since}.`}</p>
          <Button variant="secondary" size="small" busy={busy} onClick={withdraw}>
            Unsubscribe
          </Button>
        </>
      ) : (
        <p className="text-sm">
          You haven’t agreed to anything. You can sign up for our newsletter at the end of the page.
        </p>
      )}
    </div>
  )
}

const dataUrl = (as: 'json' | 'page') => fileUrl<DownloadData>('/account/data', { query: { as } })

const downloads = [
  ['page', 'my-data.html', 'Download as a page'],
  ['json', 'my-data.json', 'Download as JSON'],
] as const

function Download() {
  const { busy, run } = useAction()
  return (
    <div className={part}>
      <h3 className="font-semibold">Download my data</h3>
      <p className="text-sm">
        Everything we keep about you: as a page to read, with your designs and photos in it, or as
        JSON for other programs.
      </p>
      <div className="flex flex-wrap gap-2">
        {downloads.map(([as, name, label]) => (
          <Button
            key={as}
            variant="secondary"
            size="small"
            busy={busy}
            onClick={() => run(() => saveFile(dataUrl(as), name))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** DPDP Act, section 14. */
function Nomination() {
  const shop = useShop()
  if (!shop) return null
  const { email } = shop.grievance
  return (
    <div className={part}>
      <h3 className="font-semibold">Nominate somebody</h3>
      <p className="text-sm">
        Somebody you name may use your rights over your data if you die or can’t. Write to{' '}
        <span>{grievanceOfficer(shop)}</span>, with their name, email and mobile number:{' '}
        <a
          href={`mailto:${email}?subject=Nomination`}
          className="font-semibold text-berry underline underline-offset-4"
        >
          {email}
        </a>
      </p>
    </div>
  )
}

function DeleteAccount() {
  const navigate = useNavigate()
  const { run } = useAction()
  // What stands against it is told beside the page, so the question goes.
  const confirm = async () => {
    await run(async () => {
      const { message } = await call<DeleteMyAccount>('POST /account/delete', {})
      clearBrowser()
      await navigate('/', { replace: true })
      toast.success(message)
    })
  }
  return (
    <div className={part}>
      <h3 className="font-semibold">Delete my account</h3>
      <p className="text-sm">
        We delete your name, contact details, addresses, designs, photos and messages. Tax law makes
        us keep amounts and dates of invoices, and from ₹50,000 also name and address.
      </p>
      <ConfirmButton
        variant="danger"
        label="Delete my account"
        onConfirm={confirm}
        title="Delete your account?"
        confirmLabel="Delete my account"
        cancelLabel="Keep it"
        danger
      >
        You can’t log in or see your orders any more. This can’t be undone.
      </ConfirmButton>
    </div>
  )
}

/** Deletes the cart, the last address and all else that the shop stored in this browser. */
function clearBrowser() {
  const isOurs = (key: string) => key.startsWith('cakewala:')
  removeStored(isOurs)
  void globalThis.caches?.keys().then((names) => {
    for (const name of names.filter(isOurs)) void caches.delete(name)
  })
  refreshSession()
  // Components read the stored values again.
  dispatchEvent(new StorageEvent('storage'))
}
