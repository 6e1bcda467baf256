import { fileUrl } from '#platform/http/api-client.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { lowTextLink } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { checkIcon, closeIcon, Icon } from '#ui/icon.tsx'
import type { DownloadReturn, MonthReturns } from '../month/read-month.server.ts'
import { AmountTable } from '../month/sums.tsx'
import type { GstSectionName } from './gst-sections.ts'

/** What the tax office gets of the month, as files; each sum beside that of the ledger. */
export function Returns({ month, returns }: { month: string; returns: MonthReturns }) {
  const { gstr1, quarter, unregistered } = returns
  return (
    <>
      {gstr1 && <Gstr1Files month={month} gstr1={gstr1} />}
      {quarter && <QuarterFile month={month} quarter={quarter} />}
      {unregistered && (
        <Section id="unregistered" title="Papers of a shop without a registration">
          <Agreement what="Papers" paise={unregistered.papersPaise} {...unregistered} />
        </Section>
      )}
    </>
  )
}

function Gstr1Files({
  month,
  gstr1,
}: {
  month: string
  gstr1: NonNullable<MonthReturns['gstr1']>
}) {
  const { sections, rates, suppliesPaise, byCodePaise, ledgerPaise } = gstr1
  return (
    <>
      <Section
        id="tax"
        title="Tax by rate"
        intro="By the day of each paper; credit notes are taken off."
      >
        <AmountTable
          label="Each rate"
          columns={['Rate', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total']}
          rows={rates.map(({ gstPercent, amount: { taxable, cgst, sgst, igst, total } }) => [
            `${gstPercent}%`,
            ...[taxable, cgst, sgst, igst, total].map(formatInr),
          ])}
        />
      </Section>
      <Section
        id="returns"
        title="GSTR-1"
        intro="Files for the offline tool, a section each. What has no rows needs no file."
      >
        <AmountTable
          label="Each section"
          columns={['Section', 'File', 'Rows', 'Taxable', 'Total']}
          rows={sections.map(({ name, title, rows, amount }) => [
            title,
            <FileLink key="file" month={month} section={name} />,
            rows,
            amount && formatInr(amount.taxable),
            amount && formatInr(amount.total),
          ])}
        />
        <Agreement what="Files by invoice and state" paise={suppliesPaise} {...{ ledgerPaise }} />
        <Agreement what="Files by HSN code" paise={byCodePaise} {...{ ledgerPaise }} />
      </Section>
    </>
  )
}

function QuarterFile({
  month,
  quarter,
}: {
  month: string
  quarter: NonNullable<MonthReturns['quarter']>
}) {
  const { title, turnoverPaise, cgstPaise, sgstPaise, ledgerPaise } = quarter
  return (
    <Section
      id="quarter"
      title={`CMP-08, ${title}`}
      intro="Bills of supply less credit notes, and half a per cent of them each of CGST and SGST."
    >
      <AmountTable
        label="The quarter"
        columns={['Quarter', 'Outward supplies', 'CGST', 'SGST', 'File']}
        rows={[
          [
            title,
            ...[turnoverPaise, cgstPaise, sgstPaise].map(formatInr),
            <FileLink key="file" month={month} section="cmp-08" />,
          ],
        ]}
      />
      <Agreement what="File" paise={turnoverPaise} ledgerPaise={ledgerPaise} />
    </Section>
  )
}

function FileLink({ month, section }: { month: string; section: GstSectionName | 'cmp-08' }) {
  return (
    <a
      href={fileUrl<DownloadReturn>('/money/return', { query: { month, section } })}
      download
      className={lowTextLink}
    >
      {`${section}.csv`}
    </a>
  )
}

/** Whether a sum is that of the ledger's charges, with both. */
function Agreement({
  what,
  paise,
  ledgerPaise,
}: {
  what: string
  paise: Paise
  ledgerPaise: Paise
}) {
  const agrees = paise === ledgerPaise
  const sign = agrees ? checkIcon : closeIcon
  return (
    <p className={`flex items-center gap-2 ${agrees ? '' : 'font-semibold text-chilli'}`}>
      <Icon path={sign} size={18} className="shrink-0" />
      <span>
        <span>{`${what}: ${formatInr(paise)}, ledger: ${formatInr(ledgerPaise)}`}</span>
        <span>{!agrees && '. They differ: run the consistency check before you file'}</span>
      </span>
    </p>
  )
}
