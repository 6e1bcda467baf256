import { plainTextSelectors, render } from '@react-email/render'
import { compile } from 'html-to-text'
import type { ReactElement } from 'react'

export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(mail)
  return { html, text: toPlainText(html) }
}

// As @react-email/render does it, but compiled once, which costs half as much as a mail itself. Each row is a
// line of its own: 'Shipping: ₹50'.
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
    { selector: 'td[align=right]', format: 'amount' },
  ],
  formatters: {
    amount(
      cell: { children: unknown },
      walk: (children: unknown, text: TextBuilder) => void,
      text: TextBuilder,
    ) {
      text.addInline(': ')
      walk(cell.children, text)
    },
  },
})

/** The part of html-to-text's formatter arguments that is used here. */
interface TextBuilder {
  addInline(words: string): void
}
