import { MailLink, MailRow, MailRows } from '#ui/mail-layout.tsx'
import { cleanUserText } from '#ui/user-text.tsx'
import { starWords } from './review.ts'

interface ReviewStarsProps {
  items: readonly { id: string; name: string }[]
  /** Of the order's page. */
  href: string
  /** The part of that page. */
  part: string
}

/** Five links for each cake: one press chooses its stars, on a page that changes nothing before it is sent. */
export function ReviewStars({ items, href, part }: ReviewStarsProps) {
  return items.map(({ id, name }) => (
    <MailRows key={id}>
      <MailRow label={cleanUserText(name)} strong />
      {starWords.map((word, index) => (
        <MailRow
          key={word}
          label={
            <MailLink href={`${href}?item=${id}&stars=${index + 1}#${part}`}>
              {`${'★'.repeat(index + 1)} ${word}`}
            </MailLink>
          }
        />
      ))}
    </MailRows>
  ))
}
