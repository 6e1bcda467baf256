import type { ReactNode } from 'react'
import { grievanceOfficer } from '#shop/values/shop-details.ts'
import { type ShownShop, useShop } from '../frame/shown-shop.ts'

interface PolicyPageProps {
  title: string
  /** What it says in one sentence, for those who read no further. */
  summary: string
  children: (shop: ShownShop) => ReactNode
}

/** A page of plain text that may name the shop. */
export function PolicyPage({ title, summary, children }: PolicyPageProps) {
  const shop = useShop()
  return (
    <article className="shell pt-10 lg:pt-16">
      <div className="prose">
        <h1 className="text-4xl">{title}</h1>
        <p className="text-lg text-cocoa-soft">{summary}</p>
        {shop && children(shop)}
      </div>
    </article>
  )
}

/** The grievance officer; the law requires name, designation and hours. */
export function GrievanceContact({ shop }: { shop: ShownShop }) {
  const { email, hours, days } = shop.grievance
  return (
    <>
      <h2>Grievance contact</h2>
      <p>
        If we haven’t resolved your complaint, or you have a question about your data, write to{' '}
        <span>{grievanceOfficer(shop)}</span>, at{' '}
        <a href={`mailto:${email}?subject=Grievance`}>{email}</a>, call <span>{shop.phone}</span>,
        or visit us at <span translate="no">{shop.address}</span>. We acknowledge complaints within{' '}
        <span>{hours === 1 ? 'an hour' : `${hours} hours`}</span> and resolve them within{' '}
        <span>{days === 1 ? 'a day' : `${days} days`}</span>.
      </p>
    </>
  )
}
