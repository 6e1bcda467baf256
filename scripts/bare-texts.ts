import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from '@typescript/typescript6'

/** What stands in an element. */
interface Part {
  node: ts.Node
  isText: boolean
  /** It may come, go or become another. */
  changes: boolean
  /** Alone in its element, React sets it as the text of the element. */
  isWhole: boolean
}

/**
 * Finds the texts that a translated page breaks, as 'file:line text'. A browser that translates a page puts a `<font>` in the
 * place of each text. React sets the text of an element that has nothing else as a whole, so that stays right. A text
 * beside others is a node that React remembers: if it changes, nobody sees it any more; and React fails when it removes
 * it, or inserts something before it. So a text beside something that changes has an element of its own.
 *
 * Right as well are texts in an element that is not translated, and in one that has the text as its key.
 */
export function findBareTexts(files: readonly string[], program: ts.Program): string[] {
  const checker = program.getTypeChecker()
  const found = new Set<string>()
  for (const file of files) visit(program.getSourceFile(file) as ts.SourceFile)
  return [...found]

  function visit(node: ts.Node) {
    if (ts.isJsxElement(node)) judge(node.children, node.openingElement)
    if (ts.isJsxFragment(node) && !isPart(node)) judge(node.children, null)
    if (ts.isJsxAttribute(node)) judgeGiven(node)
    ts.forEachChild(node, visit)
  }

  /** Nobody knows what stands beside the parts of a fragment. */
  function judge(children: ts.NodeArray<ts.JsxChild>, opening: ts.JsxOpeningElement | null) {
    const parts = children.flatMap(partsOf)
    const isAll = opening !== null && isAloneIn(opening.tagName)
    if (isAll && (isNotTranslated(opening) || parts.every(({ changes }) => !changes))) return
    if (isAll && parts.length === 1 && parts[0]?.isWhole) return
    const key = opening && attributeOf(opening, 'key')?.initializer?.getText().slice(1, -1)
    report(parts.filter(({ isText, node }) => isText && !(key && node.getText().includes(key))))
  }

  /** A text that a component is given, to stand somewhere in its elements. */
  function judgeGiven({ name, initializer, parent }: ts.JsxAttribute) {
    const { tagName } = parent.parent
    const given =
      initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer
    if (!given || isHost(tagName)) return
    const asked = checker.getContextualType(given as ts.Expression)
    if (asked && isAnyNode(asked) && !isAloneIn(tagName, name.getText()))
      report(partsOf(given).filter(({ isText }) => isText))
  }

  function report(texts: Part[]) {
    for (const { node } of texts) {
      const source = node.getSourceFile()
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      const text = node.getText().trim().replace(/\s+/g, ' ')
      found.add(`${relative(process.cwd(), source.fileName)}:${line + 1} ${text}`)
    }
  }

  function partsOf(node: ts.Node): Part[] {
    if (ts.isJsxText(node)) return node.text.trim() === '' ? [] : [textPart(node)]
    if (ts.isJsxExpression(node)) return node.expression ? partsOf(node.expression) : []
    if (ts.isParenthesizedExpression(node)) return partsOf(node.expression)
    if (ts.isJsxFragment(node))
      return node.children.flatMap(partsOf).map((part) => ({ ...part, isWhole: false }))
    if (ts.isConditionalExpression(node)) return choice(node, node.whenTrue, node.whenFalse)
    if (isOperation(node, and)) return choice(node, node.right)
    if (isOperation(node, or)) return choice(node, node.left, node.right)
    if (ts.isJsxElement(node)) return [elementPart(node, node.openingElement)]
    if (ts.isJsxSelfClosingElement(node)) return [elementPart(node, node)]
    return [valuePart(node as ts.Expression)]
  }

  function choice(node: ts.Node, ...branches: ts.Node[]): Part[] {
    const parts = branches.flatMap(partsOf)
    if (parts.some(({ isText, isWhole }) => isText && !isWhole))
      return parts.map((part) => ({ ...part, changes: true, isWhole: false }))
    return [{ node, isText: parts.some(({ isText }) => isText), changes: true, isWhole: true }]
  }

  function elementPart(node: ts.Node, opening: ts.JsxOpeningLikeElement): Part {
    const returned = checker.getResolvedSignature(opening)?.getReturnType()
    const isText = !isHost(opening.tagName) && returned !== undefined && isTextual(returned)
    return { node, isText, changes: !isSteady(node), isWhole: false }
  }

  function valuePart(node: ts.Expression): Part {
    if (ts.isStringLiteralLike(node)) return { ...textPart(node), isText: node.text.trim() !== '' }
    const type = checker.getTypeAtLocation(node)
    const isConstant = type.isStringLiteral() || type.isNumberLiteral()
    const changes = !isConstant && !isSteady(definitionOf(node))
    return { node, isText: isTextual(type), changes, isWhole: !membersOf(type).some(isList) }
  }

  function definitionOf(node: ts.Expression): ts.Node {
    const declared = ts.isIdentifier(node) && checker.getSymbolAtLocation(node)?.valueDeclaration
    return (declared && ts.isVariableDeclaration(declared) && declared.initializer) || node
  }

  /** Whether it is always the same element. */
  function isSteady(node: ts.Node): boolean {
    if (ts.isParenthesizedExpression(node)) return isSteady(node.expression)
    if (!ts.isJsxElement(node) && !ts.isJsxSelfClosingElement(node)) return false
    const opening = openingOf(node)
    if (attributeOf(opening, 'key')) return false
    if (isHost(opening.tagName) || isForeign(opening.tagName)) return true
    const returned = returnsOf(opening.tagName)
    return returned.every(isSteady) && new Set(returned.map(tagOf)).size === 1
  }

  /** What a component may return; something that is no element if that is not known. */
  function returnsOf(tagName: ts.JsxTagNameExpression): ts.Node[] {
    const component = componentOf(tagName)
    if (!component?.body) return [tagName]
    if (!ts.isBlock(component.body)) return [component.body]
    const returned: ts.Node[] = []
    const look = (node: ts.Node) => {
      if (ts.isReturnStatement(node)) returned.push(node.expression ?? node)
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, look)
    }
    ts.forEachChild(component.body, look)
    return returned
  }

  function declarationOf(tagName: ts.JsxTagNameExpression) {
    const symbol = checker.getSymbolAtLocation(tagName)
    const isImported = symbol && symbol.flags & ts.SymbolFlags.Alias
    return (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration
  }

  function componentOf(tagName: ts.JsxTagNameExpression) {
    const declared = declarationOf(tagName)
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared
    return made && (ts.isFunctionDeclaration(made) || ts.isArrowFunction(made)) ? made : undefined
  }

  /** An element of HTML, also by a variable: `<Heading>`, which is 'h1' or 'h2'. */
  function isHost(tagName: ts.JsxTagNameExpression) {
    const isVariable = () => membersOf(checker.getTypeAtLocation(tagName)).every(isString)
    return /^[a-z]/.test(tagName.getText()) || isVariable()
  }

  /** Of a package: an icon, a link. */
  function isForeign(tagName: ts.JsxTagNameExpression) {
    return declarationOf(tagName)?.getSourceFile().isDeclarationFile === true
  }

  /** Whether what an element or component is given, such as its children, has an element of its own. */
  function isAloneIn(tagName: ts.JsxTagNameExpression, name = 'children'): boolean {
    if (isHost(tagName) || isForeign(tagName)) return true
    const component = componentOf(tagName)
    const props = component?.parameters[0]
    if (!component || !props) return false
    const asked = checker.getTypeAtLocation(props).getProperty(name)
    if (asked && isString(checker.getTypeOfSymbol(asked))) return true
    const isGiven = new RegExp(`^(\\w+\\.)?${name}( \\|\\| .*)?$`)
    const places: boolean[] = []
    const spreads: ts.JsxTagNameExpression[] = []
    const look = (node: ts.Node) => {
      if (ts.isJsxExpression(node) && node.expression && isGiven.test(node.expression.getText()))
        places.push(ts.isJsxAttribute(node.parent) || isAlone(node))
      if (ts.isJsxSpreadAttribute(node)) spreads.push(node.parent.parent.tagName)
      ts.forEachChild(node, look)
    }
    look(component)
    if (places.length > 0) return places.every(Boolean)
    return spreads.some((spread) => isAloneIn(spread, name))
  }

  function isAlone({ parent }: ts.JsxExpression): boolean {
    if (!ts.isJsxElement(parent) || parent.children.flatMap(partsOf).length !== 1) return false
    return isAloneIn(parent.openingElement.tagName)
  }

  /** Whether it may be a text. Whether any node is one, is judged where it is given. */
  function isTextual(type: ts.Type): boolean {
    if (isAnyNode(type)) return false
    return membersOf(type).some((one) => {
      if (isList(one)) return checker.getTypeArguments(one as ts.TypeReference).some(isTextual)
      const isNumber = Boolean(one.flags & ts.TypeFlags.NumberLike)
      return isNumber || (isString(one) && !(one.isStringLiteral() && one.value === ''))
    })
  }

  function isList(type: ts.Type): boolean {
    return checker.isArrayType(type)
  }
}

const and = [ts.SyntaxKind.AmpersandAmpersandToken]
const or = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]

function isOperation(node: ts.Node, operators: ts.SyntaxKind[]): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && operators.includes(node.operatorToken.kind)
}

/** Whether it is judged with the element around it. */
function isPart(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return true
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent)
  if (ts.isConditionalExpression(parent)) return isPart(parent)
  if (isOperation(parent, [...and, ...or])) return isPart(parent)
  return ts.isParenthesizedExpression(parent) && isPart(parent)
}

const textPart = (node: ts.Node): Part => ({ node, isText: true, changes: false, isWhole: true })

function openingOf(node: ts.JsxElement | ts.JsxSelfClosingElement) {
  return ts.isJsxElement(node) ? node.openingElement : node
}

function tagOf(node: ts.Node): string {
  if (ts.isParenthesizedExpression(node)) return tagOf(node.expression)
  return openingOf(node as ts.JsxElement).tagName.getText()
}

function attributeOf({ attributes }: ts.JsxOpeningLikeElement, name: string) {
  return attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name,
  )
}

function isNotTranslated(opening: ts.JsxOpeningElement): boolean {
  return attributeOf(opening, 'translate')?.initializer?.getText() === '"no"'
}

const membersOf = (type: ts.Type) => (type.isUnion() ? type.types : [type])

const isString = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.StringLike)

/** Whether it is React's type of all that can be shown. */
const isAnyNode = (type: ts.Type) =>
  membersOf(type).some(({ symbol }) => symbol?.name === 'Iterable')

/** The files whose elements React updates in a browser: those of pages that hydrate, no mails. */
export function hydratedFiles(): string[] {
  const pages = globSync('app/**/*.page.tsx')
  const files = new Set(['app/root.tsx'])
  for (const page of pages) {
    if (!readFileSync(page, 'utf8').includes('hydrates: () => false')) files.add(page)
  }
  // A set also gives what is added while it is read.
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      // The recipient's part of the page of a link is shown without React.
      if (/\.server\.|\+types|\/recipient-order/.test(path)) continue
      const from = path.startsWith('#')
        ? join('app', path.replace(/^#(app\/)?/, ''))
        : join(dirname(file), path)
      files.add(from)
    }
  }
  return [...files]
}

const imported = /(?:from|import\()\s*'([.#][^']+\.tsx?)'/g

export function createProgram(files: readonly string[], host?: ts.CompilerHost): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  return ts.createProgram(files, options, host)
}
