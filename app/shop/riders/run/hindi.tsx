import type { ReactNode } from 'react'

const words = {
  'Out for delivery': 'डिलीवरी के लिए निकले',
  'Try delivery again': 'फिर से कोशिश करें',
  Delivered: 'पहुँचा दिया',
  Failed: 'नहीं पहुँचा',
  'Mark delivered': 'पहुँचा दिया',
  'Mark not delivered': 'नहीं पहुँचा',
  Call: 'फ़ोन करें',
  Map: 'नक्शा',
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
