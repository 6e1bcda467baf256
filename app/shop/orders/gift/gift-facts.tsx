import { UserText } from '#ui/user-text.tsx'
import { type Gift, giftFacts } from './gift.ts'

/** Nothing without a recipient and notes. */
export function GiftFacts({ gift, className }: { gift: Gift; className: string }) {
  const facts = giftFacts(gift)
  if (facts.length === 0) return null
  return (
    <dl aria-label="Gift and notes" className={className}>
      {facts.map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-cocoa-soft">{name}</dt>
          <dd>
            <UserText lines>{text}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  )
}
