import { type Act, ask, type Colleague, type Life, readRows } from './calls.ts'
import { type Payment, type Rows, sumOf } from './rows.ts'

/** Who finds what is paid to the shop's own UPI id: staff in the bank's app, or the bank's statement. */
export const finders = ['staff', 'statement'] as const

export const newReference = () => `${Date.now()}${Math.random()}`.replace(/\D/g, '').slice(-12)

const ofUpi = async (life: Life, is: (payment: Payment) => boolean) =>
  (await readRows(life)).payments.filter((row) => row.provider === 'upi' && is(row))
const isLookedFor = ({ paise, status }: Payment) => paise > 0 && status === 'started'
const isToSend = ({ paise, status }: Payment) => paise < 0 && status === 'requested'

async function note(life: Life, by: Colleague, is: (payment: Payment) => boolean) {
  for (const { id: paymentId } of await ofUpi(life, is)) {
    const said = { orderId: life.order, paymentId, reference: newReference() }
    await ask(life, by, '/orders/upi-reference', said)
  }
}

/** Its customer says what they have paid, and the statement has it. */
async function readStatement(life: Life) {
  const { shop, order, tokens } = life
  for (const id of [order, ...(await readRows(life)).quotes.map((quote) => quote.id)]) {
    const token = shop.context.payTokens.sign(id)
    await ask(life, null, '/payments/claim', { token, reference: newReference() })
  }
  const claimed = await ofUpi(life, (payment) => isLookedFor(payment) && Boolean(payment.claimed))
  const lines = claimed.map(
    (payment) => `20/11/2026,UPI/CR/${payment.claimed}/Asha,,,${payment.paise / 100},`,
  )
  const body = new FormData()
  const text = ['Txn Date,Description,Ref No.,Debit,Credit,Balance', ...lines].join('\r\n')
  body.set('file', new File([text], 'statement.csv'))
  const headers = { authorization: `Bearer ${tokens.owner}` }
  await shop.api.request('/money/statement', { method: 'POST', body, headers })
}

/** Finds whatever is looked for. */
export const findUpi = (life: Life, by: Colleague = 'owner') =>
  life.upi === 'statement' ? readStatement(life) : note(life, by, isLookedFor)

export const upiSteps = {
  'shop finds what came by UPI': async (life, { by }) => note(life, by, isLookedFor),
  'bank tells what came by UPI': readStatement,
  'shop sends back by UPI': async (life, { by }) => note(life, by, isToSend),
} satisfies Record<string, Act>

/** Nothing has come or gone that nobody has seen, and staff are asked to send what goes back. */
export function upiLies({ payments }: Rows, staffs: string): string[] {
  const own = payments.filter(({ provider }) => provider === 'upi')
  return [
    ...own
      .filter(({ status, reference }) => (status === 'succeeded') !== (reference !== null))
      .map(({ paise, status }) => `${paise} by UPI is ${status}, with or without its reference`),
    ...own
      .filter(({ paise }) => paise > 0)
      .filter(({ id, paise }) => paise + sumOf(own.filter((row) => row.payment_id === id)) < 0)
      .map(({ paise }) => `more than ${paise} by UPI goes back`),
    ...own
      .filter((row) => isToSend(row) && staffs !== '')
      .map(({ paise }) => (-paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 0 }))
      .filter((rupees) => !staffs.includes(`Send ₹${rupees}`))
      .map((rupees) => `nobody is asked to send ₹${rupees} back by UPI`),
  ]
}
