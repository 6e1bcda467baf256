import { Moment } from '#shop/values/moment.tsx'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import { type SecurityDetails, type SecurityKind, securityKinds } from './security-kinds.ts'

/** An entry on the page. */
interface ShownEntry {
  id: number
  /** ISO 8601, UTC. */
  at: string
  kind: SecurityKind
  email: string | null
  network: string | null
  device: string | null
  details: SecurityDetails
  count: number
}

export function SecurityTable({ entries }: { entries: readonly ShownEntry[] }) {
  return (
    <TableOrCards
      label="Security log"
      columns={['When', 'Who', 'What', 'From']}
      rows={entries.map((entry) => (
        <tr key={entry.id} className="align-top">
          <td className="whitespace-nowrap">
            <Moment at={entry.at} />
          </td>
          <td className="min-w-52">
            <Who {...entry} />
          </td>
          <td className="min-w-56">
            <What {...entry} />
          </td>
          <td className="min-w-40">
            <From {...entry} />
          </td>
        </tr>
      ))}
      cards={entries.map((entry) => (
        <li key={entry.id} className="card grid content-start gap-2 p-4 text-sm">
          <p className="text-xs text-cocoa-soft">
            <Moment at={entry.at} />
          </p>
          <div className="min-w-0 font-semibold">
            <Who {...entry} />
          </div>
          <div className="min-w-0">
            <What {...entry} />
          </div>
          <div className="min-w-0">
            <From {...entry} />
          </div>
        </li>
      ))}
    />
  )
}

function Who({ email }: ShownEntry) {
  return email ? <EmailText email={email} /> : 'Somebody without an account'
}

function What({ kind, count, details }: ShownEntry) {
  return (
    <>
      {securityKinds[kind]}
      {count > 1 && `, ${count} times`}
      {Object.entries(details).map(([name, value]) => (
        <span key={name} className="block wrap-anywhere text-cocoa-soft">
          {name}: {value}
        </span>
      ))}
    </>
  )
}

function From({ network, device }: ShownEntry) {
  if (network === null) return 'The shop itself'
  return (
    <>
      <span className="wrap-anywhere">{network}</span>
      <span className="block text-cocoa-soft">{device}</span>
    </>
  )
}
