import { Fact } from '#ui/lists/list-parts.tsx'
import { UserText } from '#ui/user-text.tsx'
import { type Gift, giftFacts } from './gift.ts'

/** Nothing without a recipient and notes. */
export function GiftFacts({ gift, className }: { gift: Gift; className: string }) {
  const facts = giftFacts(gift)
  if (facts.length === 0) return null
  return (
    <dl aria-label="Gift and notes" className={className}>
      {facts.map(([name, text]) => (
        <Fact key={name} name={name}>
          <UserText lines>{text}</UserText>
        </Fact>
      ))}
    </dl>
  )
}
