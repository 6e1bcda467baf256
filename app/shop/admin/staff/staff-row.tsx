import type { ReactNode } from 'react'
import type { Role } from '#shop/accounts/roles.ts'
import { roleName } from './staff-roles.ts'

interface StaffSectionProps {
  title: string
  /** A `StaffRow` each. */
  children: ReactNode
}

/** A card with people and what can be done about each. */
export function StaffSection({ title, children }: StaffSectionProps) {
  return (
    <section aria-label={title} className="card p-4 md:p-6">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 divide-y divide-line">{children}</ul>
    </section>
  )
}

interface StaffRowProps {
  name: ReactNode
  detail: ReactNode
  role: Role
  /** Buttons, or why there are none. */
  actions: ReactNode
  children?: ReactNode
}

/** Somebody who works in the shop or is invited to: who, the role, and what can be done. */
export function StaffRow({ name, detail, role, actions, children }: StaffRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-cocoa-soft">{detail}</p>
      </div>
      <span className="rounded-pill bg-blush px-3 py-1 text-sm font-semibold">
        {roleName(role)}
      </span>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {children}
    </li>
  )
}
