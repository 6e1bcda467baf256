import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { newId } from '#platform/new-id.server.ts'
import { changeCake } from '#shop/cakes/admin/edit-cakes.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { openShop } from '#shop/words/save-words.server.ts'
import { sampleCakes } from './load-checklist.server.ts'

const openShopEndpoint = endpoint({
  method: 'POST',
  path: '/shop/open',
  tag: 'Storefront',
  summary: 'Open the shop',
  description: 'Ends the checklist on the panel. Customers can order before it too.',
  access: 'edit-words',
  response: messageSchema,
})

const hideSamplesEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/hide-samples',
  tag: 'Catalogue',
  summary: 'Hide the sample’s cakes',
  description: 'Those that nobody has described in other words. Each can be shown again.',
  access: 'edit-cakes',
  response: messageSchema,
})

const testMailEndpoint = endpoint({
  method: 'POST',
  path: '/mails/test',
  tag: 'Mails',
  summary: 'Send a test mail to oneself',
  description: 'To the address that the caller logs in with.',
  access: 'read-mails',
  response: messageSchema,
})

export type OpenShop = typeof openShopEndpoint
export type HideSamples = typeof hideSamplesEndpoint
export type SendTestMail = typeof testMailEndpoint

export function serveOpening(api: Api, shop: AppContext) {
  api.serve(openShopEndpoint, async (_, { caller }) => {
    await openShop(shop, caller)
    return { message: 'Your shop is open.' }
  })

  api.serve(hideSamplesEndpoint, async (_, { caller: by }) => {
    const ids = await sampleCakes(shop)
    for (const id of ids)
      await changeCake(shop, { by, id, changes: { hidden: true }, action: 'hide-cake' })
    return { message: `Hidden: ${ids.length} cakes of the sample.` }
  })

  api.serve(testMailEndpoint, async (_, { caller: { email } }) => {
    await shop.db.transaction((tx) => queueMail(shop, tx, 'test-mail', newId(), { email }))
    return {
      message: shop.outbox
        ? `No mail server is set up: a test mail to ${email} lies in the folder of emails, and reaches nobody.`
        : `A test mail to ${email} is on its way.`,
    }
  })
}

export const testMail: MailKind<{ email: string }> = ({ shop }, { email }) => ({
  to: email,
  subject: `A test mail of ${shop.name}`,
  preview: 'Your emails arrive.',
  parts: [
    'This email has arrived, so those to your customers can.',
    'Is it among the spam? Then theirs are too: ask whoever runs the machine about SPF and DKIM.',
    { button: 'Open the panel', href: `${shop.publicUrl}/admin` },
  ],
})
