import type { Bench } from '../bench.ts'
import { amountsFor } from '../shops/open-shop.ts'
import { type CustomerCase, checkingOut, compareCustomers } from './compare-customers.ts'

const clients = 8

/** Customers register, log in and check out, each until its order is placed. */
export const checkouts: Bench = {
  about: 'whole checkouts by 8 and 32 customers at once, and whether the ledger agrees',
  comparesFolders: true,
  async run(run) {
    const { users } = amountsFor(run.options)
    const cases = [registering, signingIn(users), checkingOut(clients), checkingOut(32)]
    for (const place of run.places) await compareCustomers(cases, place, run)
  },
}

// What hashing passwords costs by design stands apart from the checkouts.
const registering: CustomerCase = {
  name: `register, ${clients} at once`,
  doesAt: async () => ({ what: 'register', clients }),
}

const signingIn = (among: number): CustomerCase => ({
  name: `log in, ${clients} at once`,
  doesAt: async () => ({ what: 'log in', clients, among }),
})
