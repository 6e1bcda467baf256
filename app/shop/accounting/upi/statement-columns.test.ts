import { describe, expect, it } from 'vitest'
import { columnRole, readAmount, readHeading } from './read-statement.ts'

describe('a column is what all words of its heading mean', () => {
  it.each([
    [
      'credit',
      'Credit; CREDIT AMOUNT; Credit(INR); Credit Amount (INR ); Cr; CR.; Deposit; Deposits; Deposit Amt.; DEPOSIT (CR)',
    ],
    [
      'credit',
      'Money In; Paid in; Received; Amount (Cr); Amount Credited; CreditAmount; credit_amount',
    ],
    [
      'credit',
      'जमा; जमा राशि; जमा / Credit; जमा रक्कम; જમા; জমা; வரவு; జమ; ಜಮಾ; വരവ്; ਜਮ੍ਹਾਂ; ଜମା; جمع; ক্রেডিট',
    ],
    [
      'debit',
      'Debit; Dr; Withdrawal Amt.; Withdrawal (Dr); WITHDRAWS; Withdrawl; Payments; Money Out; Debit Amount(₹)',
    ],
    ['debit', 'नामे; नावे; निकासी राशि; ઉધાર; খরচ; பற்று; ఖర్చు; ಖರ್ಚು; ചെലവ്; ਨਾਮੇ; ଖର୍ଚ୍ଚ; نام'],
    [
      'balance',
      'Balance; BAL; Closing Balance; Available Balance(INR); Running Balance; Balance (Cr); शेष; శేషం; இருப்பு; ಬಾಕಿ',
    ],
    [
      'sign',
      'Dr/Cr; DR|CR; Cr / Dr; DrCr; Type; TranType; Withdrawal (Dr)/ Deposit (Cr); DEBIT/CREDIT(₹); Debit/Credit Indicator',
    ],
    ['amount', 'Amount; Amount(Rs.); Transaction Amount(INR); Txn Amt; राशि; રકમ; தொகை'],
    [
      'date',
      'Date; Txn Date; Value Dat; Value Dt; TRN.  Date; Date & Time; Txn Posted Date; Credit Date; दिनांक; તારીખ; তারিখ; தேதி; తేదీ; ದಿನಾಂಕ; തീയതി; ਮਿਤੀ; ତାରିଖ; تاریخ',
    ],
    [
      'reference',
      'Ref No./Cheque No.; Chq./Ref.No.; CHQNO; UTR; RRN; UPI Transaction ID; Instrument Id; Credit Reference; संदर्भ संख्या',
    ],
    [
      'text',
      'Narration; PARTICULARS; Transaction Remarks; Description; Transaction Details; विवरण; विवरण / Particulars',
    ],
    ['void', 'Failed; CREDIT - FAILED; Amount Refunded'],
    [
      undefined,
      'NACH MANDATE 0001; Branch; Sl. No.; S No.; Account No; Debit Account No.; Credit Limit; Total Credit; Customer ID; Credit note for Asha; 1; ',
    ],
  ])('%s: %s', (role, headings) => {
    const list = headings.split('; ')
    expect(list.map((heading) => [heading, columnRole(heading)])).toEqual(
      list.map((heading) => [heading, role]),
    )
  })
})

describe('a heading', () => {
  const [date, text, debit, credit] = ['date', 'text', 'debit', 'credit']

  it.each([
    ['in one line', 'Date|Narration|Debit|Credit', '', [date, text, debit, credit]],
    [
      'in two',
      '|Date||Amt.|Amt.',
      'Sl.|Txn|Narration|Withdrawal|Deposit',
      [undefined, date, text, debit, credit],
    ],
    [
      'in two, below joined cells',
      '||Debit|Credit',
      'Date|Narration|Amount|',
      [date, text, debit, credit],
    ],
    [
      'in two languages',
      'Date|Particulars|Debit|Credit',
      'दिनांक|विवरण|नामे|जमा',
      [date, text, debit, credit],
    ],
    ['below something else', 'Date|Narration|Credit', 'Account|123456789012', [date, text, credit]],
  ])('stands %s', (_, cells, above, roles) => {
    expect(readHeading(cells.split('|'), above.split('|'))).toEqual(roles)
  })

  it.each([
    [',NACH MANDATE 0001,,,,', 'Date,Narration,Ref No.,Debit,Credit,Balance'],
    ['Opening Balance,Debits,Credits,Closing Balance', ''],
    ['Date,27/11/2026,to,28/11/2026', ''],
    ['27/11/2026,credit of Asha,paid to debit', 'Date,Narration,Debit'],
    ['', ''],
  ])('is not %s', (cells, above) => {
    expect(readHeading(cells.split(','), above.split(','))).toBeUndefined()
  })
})

describe('an amount', () => {
  it.each([
    [
      '900.00; 900; 900.0;  900.00 ; 0900.00; ₹900; ₹ 900.00; Rs. 900; Rs.900; INR 900.00; 900.00 INR; 900/-; "900.00"; =900',
      900_00,
      undefined,
    ],
    ['1,23,456.70; 123,456.70; १,२३,४५६.७०', 12345670, undefined],
    [
      '+900.00; + Rs.900; 900.00 Cr; 900.00CR; 900.00 Cr.; 900.00(Cr); Cr 900; 900 जमा; 900.00 INR Cr; ₹900 C',
      900_00,
      'credit',
    ],
    [
      '-900.00; −900; (900.00); ( 900 ); -₹900; ₹-900; 900.00-; 900.00 Dr; 900 (Dr); Dr. 900; 900 नामे; -900 Dr',
      900_00,
      'debit',
    ],
  ])('is read in %s', (cells, paise, side) => {
    const list = cells.split('; ')
    const read = list.map((cell) => ({ cell, ...readAmount(cell) }))
    expect(read).toEqual(list.map((cell) => ({ cell, paise, side })))
  })

  it.each([
    '9,00',
    '900.001',
    '900 for a cake',
    'UPI/900/Asha',
    '27/11/2026',
    '-900 Cr',
    'Cr',
    '-',
    '',
    `900${' '.repeat(50)}`,
  ])('is not in %j', (cell) => {
    expect(readAmount(cell)).toBeNull()
  })
})
