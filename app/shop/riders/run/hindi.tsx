import type { ReactNode } from 'react'
import { failLabels, receiverLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'

const words = {
  Deliveries: 'डिलीवरी',
  'Call the shop': 'दुकान को फ़ोन करें',
  'There is nothing to deliver.': 'कोई डिलीवरी नहीं है।',
  'Out for delivery': 'डिलीवरी के लिए निकले',
  'Try delivery again': 'फिर से कोशिश करें',
  'Try again': 'फिर से भेजें',
  Delivered: 'पहुँचा दिया',
  Failed: 'नहीं पहुँचा',
  'Mark delivered': 'पहुँचा दिया',
  'Mark not delivered': 'नहीं पहुँचा',
  Call: 'फ़ोन करें',
  Map: 'नक्शा',
  Note: 'ध्यान दें',
  Collect: 'पैसे लें',
  '1 box': '1 डिब्बा',
  boxes: 'डिब्बे',
  'keep upright': 'सीधा रखें',
  'A surprise: please don’t call before it is out for delivery.':
    'सरप्राइज़ है: डिलीवरी के लिए निकलने से पहले फ़ोन न करें।',
  'Who received it?': 'किसने लिया?',
  'The recipient': 'जिनके लिए है',
  'Family or colleague': 'परिवार या सहकर्मी',
  'A neighbour': 'पड़ोसी',
  'Guard or reception': 'गार्ड या रिसेप्शन',
  '4-digit delivery code': '4 अंकों का कोड',
  'Ask the recipient for it.': 'लेने वाले से पूछें।',
  'No code? Take a photo of the cake at the door.': 'कोड नहीं है? दरवाज़े पर केक की फ़ोटो लें।',
  'Too many wrong codes. Take a photo of the cake at the door instead.':
    'कोड कई बार गलत हुआ। दरवाज़े पर केक की फ़ोटो लें।',
  'Take a photo': 'फ़ोटो लें',
  'Take another photo': 'दूसरी फ़ोटो लें',
  'Amount collected (₹)': 'कितने पैसे मिले (₹)',
  'Reason for the smaller amount': 'कम पैसे क्यों मिले?',
  'How it was paid': 'नकद या UPI?',
  'UPI reference number (UTR)': 'UPI नंबर (UTR)',
  '12 digits, on the phone after paying': '12 अंक, पैसे देने के बाद फ़ोन पर',
  'What happened?': 'क्या हुआ?',
  'Nobody in': 'घर पर कोई नहीं',
  'Wrong address': 'पता गलत है',
  Refused: 'लेने से मना किया',
  'Damaged on the way': 'रास्ते में ख़राब हुआ',
} as const

interface InHindiTooProps {
  word: keyof typeof words
  /** Read out after the English word. */
  children?: ReactNode
}

/** An English word of the rider's page, and the Hindi one beside it. */
export function InHindiToo({ word, children }: InHindiTooProps) {
  return (
    <>
      {word}
      {children}{' '}
      <span lang="hi" className="font-normal">
        {words[word]}
      </span>
    </>
  )
}

/** Labels of choices in both languages. */
function inHindiToo<Choice extends string>(labels: Record<Choice, keyof typeof words>) {
  const pairs = Object.entries<keyof typeof words>(labels)
  return Object.fromEntries(
    pairs.map(([choice, word]) => [choice, <InHindiToo key={choice} word={word} />]),
  ) as Record<Choice, ReactNode>
}

export const receiversInHindiToo = inHindiToo(receiverLabels)
export const failuresInHindiToo = inHindiToo(failLabels)
