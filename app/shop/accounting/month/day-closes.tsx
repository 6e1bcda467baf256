import { Link } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { dateText } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { UserText } from '#ui/user-text.tsx'
import type { CloseDay, cashDays } from './close-day.server.ts'
import { AmountTable } from './sums.tsx'

/** The cash of each day: expected, counted, and why it differs. */
export function DayCloses({
  days,
  today,
}: {
  days: Awaited<ReturnType<typeof cashDays>>
  today: string
}) {
  const seesLog = useMay('see-audit-log')
  return (
    <Section
      id="days"
      title="The close of each day"
      intro="Expected is what riders and the counter took in cash. The last count of a day holds; the audit log keeps every one, for as long as the shop runs."
    >
      {useMay('close-day') && <CloseForm today={today} />}
      {days.length === 0 ? (
        <p>No cash in this month.</p>
      ) : (
        <AmountTable
          label="Each day"
          columns={['Day', 'Expected', 'Counted', 'Difference', 'Note']}
          rows={days.map(({ day, expectedPaise, close }) => [
            dateText(day),
            formatInr(expectedPaise),
            close ? formatInr(close.countedPaise) : 'Not counted',
            close && <Difference paise={close.countedPaise - expectedPaise} />,
            <span
              key="note"
              className="relative inline-block max-w-80 min-w-40 text-left whitespace-normal"
            >
              <UserText>{close?.note ?? ''}</UserText>{' '}
              {seesLog && close && (
                <Link
                  to={`/admin/audit-log?subject=money&id=${day}&action=close-day`}
                  className="text-berry underline"
                >
                  All counts<span className="sr-only">{` of ${dateText(day)}`}</span>
                </Link>
              )}
            </span>,
          ])}
        />
      )}
    </Section>
  )
}

function Difference({ paise }: { paise: number }) {
  if (paise === 0) return 'None'
  return (
    <span className="font-semibold text-chilli">
      {`${formatInr(Math.abs(paise))} ${paise < 0 ? 'short' : 'too much'}`}
    </span>
  )
}

const loadSchema = async () => (await import('./day-close.schema.ts')).dayCloseSchema

function CloseForm({ today }: { today: string }) {
  const action = useReloadingAction()
  const form = useSchemaForm(loadSchema, async (body) => {
    const problem = await action.run(() => call<CloseDay>('POST /money/close-day', { body }))
    if (problem) form.showErrors(problem.errors ?? {})
    else form.reset()
  })
  return (
    <form {...form.props} className="grid items-start gap-4 sm:grid-cols-3">
      <TextField {...form.field('day')} label="Day" type="date" defaultValue={today} max={today} />
      <TextField {...form.field('counted')} label="Cash counted (₹)" inputMode="decimal" />
      <TextField
        {...form.field('note')}
        label="Note"
        hint="Needed if it is not what was expected."
      />
      <div className="sm:col-span-3">
        <Button type="submit" busy={form.busy}>
          Close the day
        </Button>
      </div>
    </form>
  )
}
