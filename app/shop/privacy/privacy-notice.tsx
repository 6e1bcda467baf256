import { Link } from 'react-router'
import type { DataKind } from './data-kinds.ts'

const link = 'font-semibold text-berry underline underline-offset-4'

/**
 * What a form's data is for and how long it is stored (DPDP Act, section 5). Nothing to tick: it is given for that.
 * Its kinds come from the page's loader, so that the whole table is not sent to the browser.
 */
export function PrivacyNotice({ kinds }: { kinds: readonly DataKind[] }) {
  return (
    <details className="rounded-field bg-blush px-4 text-sm">
      <summary className="min-h-11 content-center font-semibold">What we keep, and why</summary>
      <div className="grid gap-3 pb-4">
        <ul className="grid gap-2">
          {kinds.map(({ id, what, why, retention }) => (
            <li key={id}>
              <span className="font-semibold">{what}</span>
              <span>{`: for ${why}. Kept ${retention}.`}</span>
            </li>
          ))}
        </ul>
        <p>
          You can see, correct, download or delete your data{' '}
          <Link to="/account" className={link}>
            on your account page
          </Link>
          . The{' '}
          <Link to="/privacy" className={link}>
            privacy policy
          </Link>{' '}
          says how to complain to us and to the Data Protection Board of India.
        </p>
      </div>
    </details>
  )
}
