import { globSync, readFileSync } from 'node:fs'
import ts from '@typescript/typescript6'
import { expect, it } from 'vitest'

/** Names of people, names on cakes, addresses and cards, as the shop calls them where it shows them. */
const typedByPeople =
  /\b(bname|firstName|customerName|riderName|recipientName|recipient\.name|business\.name|giftFrom|giftMessage|street|riderNote)\b|\b\w*[aA]ddress(Text|ToBring)?\(/

const mails = /\.mail\.tsx$|-mails?\.server\.tsx$|\/mails\/|mail-layout/
const files = globSync('app/**/*.tsx').filter(
  (file) => !/\.test\.tsx$/.test(file) && !mails.test(file),
)

it('a translated page leaves names, addresses and what goes on a cake as they were typed', () => {
  const shown: string[] = []
  const found: string[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX)
    const look = (node: ts.Node) => {
      if (ts.isJsxExpression(node) && isShown(node)) {
        shown.push(file)
        if (!isKept(node)) found.push(`${file}: ${node.getText()}`)
      }
      ts.forEachChild(node, look)
    }
    look(source)
  }
  expect(new Set(shown).size).toBeGreaterThan(10)
  expect(found).toEqual([])
})

function isShown({ expression, parent }: ts.JsxExpression): boolean {
  if (!expression || ts.isJsxAttribute(parent)) return false
  return textsOf(expression).some((text) => typedByPeople.test(text.getText()))
}

/** What of an expression may be shown as a text: not its conditions, nor the elements in it. */
function textsOf(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return textsOf(node.right)
  const isElement =
    ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)
  return isElement || ts.isArrowFunction(node) || /=> *[({]/.test(node.getText()) ? [] : [node]
}

function isKept({ parent }: ts.Node): boolean {
  if (!ts.isJsxElement(parent)) return false
  const tag = parent.openingElement.tagName.getText()
  const isOwn = tag === 'Fact' && parent.getSourceFile().text.includes('<UserText>{children}')
  const isDoor = isOwn || tag === 'UserText' || tag === 'EmailText'
  return isDoor || /translate="no"/.test(parent.openingElement.getText()) || isKept(parent)
}
