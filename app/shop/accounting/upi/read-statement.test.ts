import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const reference = '633217000101'

const table = (text: string) => text.split('\n').map((line) => line.split('|'))

/** '633217000101 +750 -20' for each row with a reference. */
function read(text: string): string[] {
  return readStatement(table(text)).rows.map(({ references, isDoubtful, credits, debits }) =>
    [
      ...references,
      ...(isDoubtful ? ['doubtful'] : []),
      ...credits.map((paise) => `+${paise / 100}`),
      ...debits.map((paise) => `-${paise / 100}`),
    ].join(' '),
  )
}

const received = ['633217000101 +750']

describe('a bank’s statement says what came and what went', () => {
  it.each([
    [
      'SBI',
      `Account Number|_00000033445566778
Txn Date|Value Date|Description|Ref No./Cheque No.|        Debit|Credit|Balance
27 Nov 2026|27 Nov 2026|   BY TRANSFER-UPI/CR/633217000101/ASHA/YESB/asha@ybl/Cake--|TRANSFER FROM 4897695162092| |750.00|40,750.00
27 Nov 2026|27 Nov 2026|   TO TRANSFER-UPI/DR/633217000102/SUGAR/HDFC/sugar@ybl/--|TRANSFER TO 4897695162092|900.00| |39,850.00`,
    ],
    [
      'HDFC',
      `********|****|****|****|****|****|****
Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance
********|****|****|****|****|****|****
27/11/26|UPI-ASHA RAO-ASHA.RAO@OKHDFCBANK-HDFC0000123-633217000101-CAKE|0000633217000101|27/11/26||750.00|40750.00
27/11/26|UPI-SUGAR-SUGAR@YBL-YESB0000001-633217000102-PAY|0000633217000102|27/11/26|900.00||39850.00
27/11/26|NEFT CR-ASHA|000000000000000|27/11/26||750.00|40600.00`,
    ],
    [
      'HDFC, delimited',
      `  Date     |Narration    |Value Dat|Debit Amount       |Credit Amount      |Chq/Ref Number   |Closing Balance
 27/11/26  |UPI-ASHA RAO-ASHA.RAO@OKHDFCB  |27/11/26 |        0.00       |      750.00     |0000633217000101  |    40750.00
 27/11/26  |UPI-SUGAR  |27/11/26 |      900.00       |      0.00     |0000633217000102  |    39850.00`,
    ],
    [
      'ICICI',
      `S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )
1|27/11/2026|27/11/2026|-|UPI/633217000101/Cake/asha@okicici/State Bank Of I/ICI12ab34|0.0|750.0|40750.0
2|27/11/2026|27/11/2026|-|UPI/sugar@ybl/Pay/HDFC BANK/633217000102/ICI12ab34|900.0|0.0|39850.0`,
    ],
    [
      'ICICI, of a company',
      `No.|Transaction ID|Value Date|Txn Posted Date|ChequeNo.|Description|Cr/Dr|Transaction Amount(INR)|Available Balance(INR)
1|S12345678|27/11/2026|27/11/2026 10:22:33 AM|-|UPI/633217000101/Cake/asha@okicici/State Bank|CR|750.00|40,750.00
2|S12345679|27/11/2026|27/11/2026 10:25:33 AM|-|UPI/633217000102/Pay/sugar@ybl/HDFC|DR|900.00|39,850.00`,
    ],
    [
      'Axis',
      `Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL
27-11-2026|-|UPI/P2M/633217000101/ASHA RAO/State Ban/Cake| |750.00|40750.00|750
27-11-2026|-|UPI/P2A/633217000102/SUGAR/HDFC BANK/Pay|900.00| |39850.00|750`,
    ],
    [
      'Axis, of a company',
      `S.No|Transaction Date|Value Date|Chq No|Transaction Particulars|Amount(INR)|DR|CR|Balance(INR)|Branch Name
1|27/11/2026|27/11/2026|-|UPI/P2A/633217000101/ASHA|||750.00|40,750.00|MG ROAD
2|27/11/2026|27/11/2026|-|UPI/P2A/633217000102/SUGAR||900.00||39,850.00|MG ROAD`,
    ],
    [
      'Kotak',
      `Sl. No.|Transaction Date|Value Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr
1|27-11-2026|27-11-2026|UPI/ASHA RAO/633217000101/Cake|UPI-633217000101|750.00|CR|40,750.00|CR
2|27-11-2026|27-11-2026|UPI/SUGAR/633217000102/Pay|UPI-633217000102|900.00|DR|39,850.00|CR`,
    ],
    [
      'Kotak, in one column',
      `#|TRANSACTION DATE|TRANSACTION DETAILS|CHQ / REF NO.|DEBIT/CREDIT(₹)|BALANCE(₹)
1|27 Nov 2026 10:22 AM|UPI/ASHA RAO/633217000101/Cake|UPI-633217000101|+750.00|40,750.00
2|27 Nov 2026 10:25 AM|UPI/SUGAR/633217000102/Pay|UPI-633217000102|-900.00|39,850.00`,
    ],
    [
      'Kotak, older',
      `Date|Narration|Chq/Ref No|Withdrawal (Dr)/Deposit (Cr)|Balance
27-11-2026|UPI/ASHA RAO/633217000101/Cake|UPI-633217000101|750.00(Cr)|40,750.00(Cr)
27-11-2026|UPI/SUGAR/633217000102/Pay|UPI-633217000102|900.00(Dr)|39,850.00(Cr)`,
    ],
    [
      'PNB',
      `Txn No.|Txn Date|Description|Branch Name|Cheque No.|Dr Amount|Cr Amount|Balance|Remarks
S1|27/11/2026|UPI/633217000101/P2V/asha@oksbi/ASHA|MG ROAD|||750.00|40,750.00 Cr.|
S2|27/11/2026|UPI/633217000102/P2V/sugar@ybl/SUGAR|MG ROAD||900.00||39,850.00 Cr.|`,
    ],
    [
      'Bank of Baroda',
      `S.No|DATE|NARRATION|CHQ.NO.|WITHDRAWAL (DR)|DEPOSIT (CR)|BALANCE (INR)
1|27-11-2026|UPI/633217000101/10:22:33/UPI/asha@oksbi/Cake|||750.00|40,750.00Cr
2|27-11-2026|UPI/633217000102/10:25:33/UPI/sugar@ybl/Pay||900.00||39,850.00Cr`,
    ],
    [
      'Canara',
      `Txn Date|Value Date|Cheque No.|Description|Branch Code|Debit|Credit|Balance|
="27-11-2026 10:22:33"|="27 Nov 2026"|="           "|UPI/CR/633217000101/ASHA RAO/SBIN/**asha@oksbi/Cake//SBI1ab2/27/11/2026 10:22:33|="9999"||="750.00"|="40,750.00"|
="27-11-2026 10:25:33"|="27 Nov 2026"|="           "|UPI/DR/633217000102/SUGAR/HDFC/**sugar@ybl/Pay//CNR1ab2/27/11/2026 10:25:33|="9999"|="900.00"||="39,850.00"|`,
    ],
    [
      'Union Bank',
      `Tran Id|Tran Date|Remarks|Amount (Rs.)|Balance (Rs.)
S123456|27/11/2026|UPIAB/633217000101/CR/ASHA RA/SBIN/asha@oksbi|750.00 (Cr)|40750.00 (Cr)
S123457|27/11/2026|UPIAR/633217000102/DR/SUGAR/HDFC/sugar@ybl|900.00 (Dr)|39850.00 (Cr)`,
    ],
    [
      'Yes Bank',
      `Transaction Date|Value Date|Cheque Number|Description|Debit Amount|Credit Amount|Running Balance
27/11/2026|27/11/2026||UPI/633217000101/From:asha@oksbi/To:cakewala@yesbank/Cake||750.00|40,750.00
27/11/2026|27/11/2026||UPI/633217000102/From:cakewala@yesbank/To:sugar@ybl/Pay|900.00||39,850.00`,
    ],
    [
      'IDFC First',
      `Transaction Date|Value Date|Particulars|Cheque No.|Debit|Credit|Balance
27-Nov-2026|27-Nov-2026|UPI/MOB/633217000101/Cake|||750.00|40750.00
27-Nov-2026|27-Nov-2026|UPI/MOB/633217000102/Pay||900.00||39850.00`,
    ],
    [
      'Indian Bank',
      `Date|Transaction Details|Debits|Credits|Balance
27 Nov 2026|ASHA RAO/UPI/633217000101/Cake|-|INR 750.00|INR 40,750.00
27 Nov 2026|SUGAR/UPI/633217000102/Pay|INR 900.00|-|INR 39,850.00`,
    ],
    [
      'Paytm Payments Bank',
      `DATE & TIME|TRANSACTION DETAILS|AMOUNT|AVAILABLE BALANCE
27 Nov 2026 10:22 AM|Received from Asha, UPI Reference No: 633217000101|+ Rs.750.00|Rs.40,750.00
27 Nov 2026 10:25 AM|Paid to Sugar, UPI Reference No: 633217000102|- Rs.900.00|Rs.39,850.00`,
    ],
    [
      'Federal Bank',
      `Date|Value Date|Particulars|TranType|Tran ID|Cheque Details|Withdrawals|Deposits|Balance|Dr/Cr
27/11/2026|27/11/2026|UPI IN/633217000101/asha@oksbi/Cake|TFR|S1234567|||750.00|40750.00|Cr
27/11/2026|27/11/2026|UPIOUT/633217000102/sugar@ybl/Pay|TFR|S1234568||900.00||39850.00|Cr`,
    ],
    [
      'PhonePe',
      `Date|Transaction ID|UTR|Type|Status|Amount
Nov 27, 2026|T2611271022330001112223|633217000101|CREDIT|SUCCESS|₹750
Nov 27, 2026|T2611271025330001112224|633217000102|DEBIT|SUCCESS|₹900`,
    ],
    [
      'Google Pay',
      `Date & time|UPI transaction ID|Type|Amount
27 Nov 2026, 10:22 AM|633217000101|Received|₹750.00
27 Nov 2026, 10:25 AM|633217000102|Sent|₹900.00`,
    ],
    [
      'Razorpay, settled',
      `entity_id|type|debit|credit|amount|currency|fee|rrn|notes
pay_P1|payment|0|750|750|INR|0|633217000101|{}
rfnd_P2|refund|900|0|900|INR|0|633217000102|{}`,
    ],
    [
      'two lines, below joined cells',
      `Date|Particulars|Amount (INR)||Balance
||Withdrawals|Deposits|
27/11/2026|UPI/CR/633217000101/ASHA||750.00|40,750.00
27/11/2026|UPI/DR/633217000102/SUGAR|900.00||39,850.00`,
    ],
    [
      'Hindi',
      `दिनांक|विवरण|नामे|जमा|शेष
२७/११/२०२६|UPI/CR/633217000101/ASHA||७५०.००|४०,७५०.००
२७/११/२०२६|UPI/DR/633217000102/SUGAR|९००.००||३९,८५०.००`,
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([...received, '633217000102 -900'])
  })

  it('a failed or pending payment neither', () => {
    expect(
      read(`Date|UTR|Type|Status|Amount
27/11/2026|633217000101|CREDIT|FAILED|₹750
27/11/2026|633217000102|CREDIT|PENDING|₹750`),
    ).toEqual(['633217000101', '633217000102'])
  })
})

describe('without a column of credits, a balance proves', () => {
  const rows = [
    '26/11/2026|UPI/633217000100/ASHA|500.00|40,500.00',
    '27/11/2026|UPI/633217000101/ASHA|750.00|41,250.00',
    '27/11/2026|UPI/633217000102/SUGAR|900.00|40,350.00',
    '28/11/2026|UPI/633217000103/SUGAR|900.00|39,450.00',
  ]
  const proven = ['633217000101 +750', '633217000102 -900', '633217000103 -900']

  it.each([
    ['with a heading', 'Date|Details|Amount|Balance'],
    ['in unknown words', 'Fecha|Concepto|Importe|Saldo'],
    ['without one', 'Statement'],
  ])('%s', (_, heading) => {
    const oldestFirst = [heading, ...rows].join('\n')
    expect(read(oldestFirst)).toEqual(['633217000100', ...proven])
    const newestFirst = [heading, ...rows.toReversed(), '26/11/2026|Brought forward||40,000.00']
    expect(read(newestFirst.join('\n'))).toEqual([...proven.toReversed(), '633217000100 +500'])
  })

  it('in debt', () => {
    expect(
      read(`Date|Details|Amount|Balance
26/11/2026|Brought forward||2,000.00 Dr
27/11/2026|UPI/633217000101/ASHA|750.00|1,250.00 Dr
27/11/2026|UPI/633217000102/SUGAR|900.00|2,150.00 Dr
27/11/2026|UPI/633217000103/ASHA|2,500.00|350.00 Cr`),
    ).toEqual(['633217000101 +750', '633217000102 -900', '633217000103 +2500'])
  })

  it('if a sign behind it does not say that it is debt, or that the amount is a debit', () => {
    const heading = 'Date|Details|Amount|Balance|Dr/Cr\n26/11/2026|Brought forward||2,000.00'
    const rows = (sign: string) => `27/11/2026|UPI/633217000101/A|750.00|1,250.00|${sign}
27/11/2026|UPI/633217000102/A|900.00|350.00|${sign}`
    expect(read(`${heading}|DR\n${rows('DR')}`)).toEqual([reference, '633217000102'])
    expect(read(`${heading}|CR\n${rows('CR')}`)).toEqual([`${reference} -750`, '633217000102 -900'])
  })

  it('but references are no balance', () => {
    expect(
      read(`Date|Details|Amount|UTR
27/11/2026|UPI/ASHA|5.00|633217000106
27/11/2026|UPI/ASHA|5.00|633217000101
27/11/2026|UPI/ASHA|5.00|633217000096`),
    ).toEqual(['633217000106', '633217000101', '633217000096'])
  })

  it.each([
    ['nothing', 'Date|Details|Amount|Balance\n27/11/2026|UPI/633217000101/ASHA|750.00|40,750.00'],
    [
      'nothing, if it could be read both ways',
      `Date|Details|Amount|Balance
27/11/2026|UPI/633217000101/ASHA|750.00|40,750.00
27/11/2026|UPI/633217000101/ASHA|750.00|41,500.00`,
    ],
    ['nothing by itself', '27/11/2026|UPI/633217000101/ASHA|750.00|40,750.00 Cr'],
    [
      'nothing by the sign behind it',
      'Date|Details|Amount|Balance|Dr/Cr\n27/11/2026|UPI/633217000101/A|750.00|40,750.00|Cr',
    ],
  ])('%s', (_, text) => {
    expect(new Set(read(text))).toEqual(new Set([reference]))
  })
})

describe('what proves no credit', () => {
  it.each([
    [
      'a text that looks like a heading',
      '|NACH MANDATE 0001||||',
      '27/11/2026|UPI/DR/633217000101/SUGAR||750.00||40250.00',
      '-750',
    ],
    ['the balance', '', '27/11/2026|UPI/CR/633217000101/ASHA|||1.00|750.00', '+1'],
    ['a reversal', '', '27/11/2026|UPI/REV/633217000101/SUGAR|||750.00|40250.00', ''],
    [
      'a debit in the column of credits',
      '',
      '27/11/2026|UPI/633217000101/ASHA|||(750.00)|40250.00',
      '-750',
    ],
    [
      'cells that a payer’s commas moved',
      '',
      '27/11/2026|UPI/CR/633217000101/a|||750.00|||1.00|40,001.00',
      '',
    ],
    ['amounts of a text', '', '27/11/2026|UPI/CR/633217000101/ASHA|750.00|||', ''],
  ])('%s', (_, between, row, money) => {
    const heading = 'Date|Narration|Ref No.|Debit|Credit|Balance'
    const before = '26/11/2026|ACH-DR-LIC||1000.00||41000.00'
    expect(read([heading, before, between, row].join('\n'))).toEqual([
      `${reference} ${money}`.trim(),
    ])
  })
})

describe('the reference', () => {
  const under = (heading: string, cell: string) =>
    readStatement([
      ['Date', heading, 'Credit'],
      ['27/11/2026', cell, '750.00'],
    ]).rows.map(({ references, isDoubtful }) => (isDoubtful ? 'doubtful' : references.join(' ')))

  it.each([
    reference,
    '0000633217000101',
    ' 633217 000101 ',
    '6332 1700 0101',
    `="${reference}"`,
    `'${reference}`,
    `UPI-${reference}`,
  ])('is %j in a column of references', (cell) => {
    expect(under('Ref No.', cell)).toEqual([reference])
  })

  it.each([
    'UPI/CR/633217000101/Asha/okbank/Cake',
    'UPI/633217000101/Cake/asha@okicici/State Bank',
    'UPI-ASHA RAO-asha@okbank-633217000101-PAYMENT',
    'UPI-ASHA-633217000101-CAKE',
    'UPI-633217000101-ASHA-asha@okbank-CAKE',
    'UPI 633217000101 ASHA',
    'UPI633217000101X',
    'UPI/CR/C633217000101/ASHA',
    'UPI:633217000101:asha@okaxis(ASHA)',
    'BY TRANSFER-UPI/CR/633217\n000101/ASHA',
    'UPI/CR/633217 000101/ASHA',
    'UPI ASHA 633217\n000101 CAKE',
    'UPI/asha@okicici/Cake/State Bank/633217000101/ICI1',
    'UPI/CR/0000633217000101/ASHA',
    'IMPS-633217000101-ASHA',
    // What a payer typed is none, if the bank says its own.
    'UPI/CR/633217000101/ASHA/okaxis/633217000999',
    'UPI/633217000101/UPI/CR/633217000999/asha@ybl',
    'UPI/CR/633217000101/ASHA/633217000999@ybl/919876543210',
    'UPI/ASHA/919876543210@ybl/633217000101/Cake',
    'UPI/ASHA/919876543210/633217000101/Cake',
    'UPI-ASHA-633217000999-1@ybl-YESB0000001-633217000101-CAKE',
    'UPI/633217000999-1@ybl/cake/Yes Bank/633217000101',
  ])('is found in %j', (cell) => {
    expect(under('Narration', cell)).toEqual([reference])
  })

  it.each([
    '633217000101',
    'NEFT-633217000101-ASHA',
    'UPI/919876543210@ybl/ASHA',
    'UPI/ASHA/919876543210/Cake',
    'UPI/919876543210/ASHA',
    'UPI/633217000101@ybl/ASHA',
    'UPI-ASHA-633217000101.asha@ybl-CAKE',
    'UPI/1633217000101/ASHA',
    'UPI/63321700010/ASHA',
    'UPI/000000000000/ASHA',
    'UPI 6.33217E+11',
    `UPI ${' '.repeat(300)} 633217000101`,
    '',
  ])('is not in the text %j', (cell) => {
    expect(under('Narration', cell)).toEqual([])
  })

  it.each(['1633217000101', '63321700010', '000000000000', '633217000101@ybl', ''])(
    'is not %j in a column of references',
    (cell) => {
      expect(under('Ref No.', cell)).toEqual([])
    },
  )

  it.each(['UPI/ASHA RAO/633217000101/633217000999 paid', 'UPI ASHA 633217000101 633217000999'])(
    'is doubtful in %j',
    (cell) => {
      expect(under('Narration', cell)).toEqual(['doubtful'])
    },
  )

  it('of the column counts, not another number of the text', () => {
    const text = 'Date|Narration|Ref|Credit\n27/11/2026|UPI-ASHA-633217000999|633217000101|750'
    expect(read(text)).toEqual(received)
  })

  it('is not in a second text, which a payer may have typed', () => {
    const text = `Date|Narration|Credit|Remarks
27/11/2026|UPI/CR/633217000101/ASHA|750|UPI 633217000999`
    expect(read(text)).toEqual(received)
  })

  it('is no account: neither above the heading, nor in a column of accounts', () => {
    const row = '27/11/2026|633217000777|UPI/ASHA/633217000101/to 633217000888|750'
    const text = `Account No. 633217000888\nDate|Account No|Narration|Credit\n${row}`
    expect(read(text)).toEqual(received)
  })

  it('is counted if a spreadsheet has cut it, unless the text has it', () => {
    const text = `Date|Narration|Ref|Credit
27/11/2026|UPI ASHA|6.33217E+11|750
27/11/2026|UPI ASHA|6,33217e+11|750
27/11/2026|UPI/633217000101/ASHA|6.33217E+11|750`
    expect(read(text)).toEqual(received)
    expect(readStatement(table(text)).cutCount).toBe(2)
  })
})

it('20,000 rows are read in a moment', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [
    '27/11/2026',
    `UPI/${633217000000 + at}/ASHA`,
    '750.00',
    `${40_000 + 750 * at}.00`,
  ])
  const { rows: found } = readStatement([['Date', 'Details', 'Amount', 'Balance'], ...rows])
  expect(found).toHaveLength(20_000)
})
