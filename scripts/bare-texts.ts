import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from '@typescript/typescript6'

/** What stands in an element. */
export interface Part {
  node: ts.Node
  isText: boolean
  /** It may come, go or become another one. */
  changes: boolean
  /** Alone in its element, React sets it as all of the element's text. */
  isWhole: boolean
}

export interface BareTexts {
  at: ts.JsxElement | ts.JsxFragment
  parts: Part[]
  bare: Part[]
}

/**
 * The texts that a page translated by its browser would break. A translator puts `<font>` in the place of each text. React
 * sets the text of an element that has nothing else as a whole, so it stays right. A text beside others is a node that React
 * remembers: one that changes is not seen any more, and React fails when it removes it, or inserts something before it.
 */
export function findBareTexts(root: string): BareTexts[] {
  const files = hydratedFiles(root)
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const found: BareTexts[] = []
  for (const file of files) visit(program.getSourceFile(file) as ts.SourceFile)
  return found

  function visit(node: ts.Node) {
    if (ts.isJsxElement(node)) judge(node, isElementFor(node.openingElement.tagName))
    if (ts.isJsxFragment(node) && !isPart(node)) judge(node, false)
    ts.forEachChild(node, visit)
  }

  function judge(at: ts.JsxElement | ts.JsxFragment, isElement: boolean) {
    const parts = at.children.flatMap(partsOf)
    if (isElement && parts.length === 1 && parts[0]?.isWhole) return
    // Nobody knows what stands beside a fragment.
    const isFixed = isElement && !parts.some(({ changes }) => changes)
    const bare = isFixed ? [] : parts.filter(({ isText }) => isText)
    if (bare.length > 0) found.push({ at, parts, bare })
  }

  function partsOf(node: ts.Node): Part[] {
    if (ts.isJsxText(node)) return node.text.trim() ? [text(node)] : []
    if (ts.isJsxExpression(node)) return node.expression ? partsOf(node.expression) : []
    if (ts.isParenthesizedExpression(node)) return partsOf(node.expression)
    if (ts.isJsxFragment(node))
      return node.children.flatMap(partsOf).map((part) => ({ ...part, isWhole: false }))
    if (ts.isConditionalExpression(node)) return choice(node, node.whenTrue, node.whenFalse)
    if (isAnd(node)) return choice(node, node.right)
    if (ts.isJsxElement(node)) return [element(node, node.openingElement)]
    if (ts.isJsxSelfClosingElement(node)) return [element(node, node)]
    return [value(node as ts.Expression)]
  }

  function choice(node: ts.Node, ...branches: ts.Node[]): Part[] {
    const parts = branches.flatMap(partsOf)
    const isWhole = parts.every((part) => part.isWhole || !part.isText)
    if (!isWhole) return parts.map((part) => ({ ...part, changes: true, isWhole: false }))
    return [{ node, isText: parts.some(({ isText }) => isText), changes: true, isWhole: true }]
  }

  function element(node: ts.Node, opening: ts.JsxOpeningLikeElement): Part {
    const returned = checker.getResolvedSignature(opening)?.getReturnType()
    return {
      node,
      isText: !isHost(opening.tagName) && returned !== undefined && isTextual(returned) && !isNode(returned),
      changes: !isStable(node),
      isWhole: false,
    }
  }

  function value(node: ts.Expression): Part {
    if (ts.isStringLiteralLike(node)) return { ...text(node), isText: node.text.trim() !== '' }
    const type = checker.getTypeAtLocation(node)
    const isConstant = type.isStringLiteral() || type.isNumberLiteral()
    // Whether children have texts is seen where they are given.
    const isText = isTextual(type) && !isChildren(node)
    return { node, isText, changes: !isConstant, isWhole: !isList(type) }
  }

  /** Whether an expression is always the same element. */
  function isStable(node: ts.Node): boolean {
    if (ts.isParenthesizedExpression(node)) return isStable(node.expression)
    if (!ts.isJsxElement(node) && !ts.isJsxSelfClosingElement(node)) return false
    const { tagName, attributes } = ts.isJsxElement(node) ? node.openingElement : node
    if (attributes.properties.some(({ name }) => name?.getText() === 'key')) return false
    return isHost(tagName) || isForeign(tagName) || returnsOf(tagName).every(isStable)
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

  /** A package's: an icon, a link. */
  function isForeign(tagName: ts.JsxTagNameExpression) {
    return declarationOf(tagName)?.getSourceFile().isDeclarationFile === true
  }

  function componentOf(tagName: ts.JsxTagNameExpression) {
    const declared = declarationOf(tagName)
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared
    return made && (ts.isFunctionDeclaration(made) || ts.isArrowFunction(made)) ? made : undefined
  }

  /** Whether what stands between its tags is all that an element has. */
  function isElementFor(tagName: ts.JsxTagNameExpression): boolean {
    if (isHost(tagName) || isForeign(tagName)) return true
    const component = componentOf(tagName)
    const props = component?.parameters[0]
    if (!component || !props) return false
    const children = checker.getTypeAtLocation(props).getProperty('children')
    if (children && isString(checker.getTypeOfSymbol(children))) return true
    const places: boolean[] = []
    const look = (node: ts.Node) => {
      if (ts.isJsxExpression(node) && node.expression && isChildren(node.expression))
        places.push(isAlone(node))
      if (ts.isJsxSpreadAttribute(node) && ts.isJsxSelfClosingElement(node.parent.parent) && /rest|props/.test(node.expression.getText()))
        places.push(isElementFor(node.parent.parent.tagName))
      ts.forEachChild(node, look)
    }
    look(component)
    return places.length > 0 && places.every(Boolean)
  }

  function isAlone({ parent }: ts.JsxExpression): boolean {
    const others = ts.isJsxElement(parent) ? parent.children.flatMap(partsOf) : []
    return ts.isJsxElement(parent) && others.length === 1 && isElementFor(parent.openingElement.tagName)
  }

  function isTextual(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.some(isTextual)
    if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).some(isTextual)
    return isString(type) || Boolean(type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.Any))
  }

  function isList(type: ts.Type): boolean {
    return type.isUnion() ? type.types.some(isList) : checker.isArrayType(type)
  }
  function isNode(type: ts.Type): boolean { return checker.typeToString(type).includes('ReactNode') }
}

const text = (node: ts.Node): Part => ({ node, isText: true, changes: false, isWhole: true })

const isString = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.StringLike)

const isChildren = (node: ts.Expression) => /^(\w+\.)?children$/.test(node.getText())

const isHost = (tagName: ts.JsxTagNameExpression) => /^[a-z]/.test(tagName.getText())

function isAnd(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  )
}

/** Whether it is judged with the element around it. */
function isPart(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return true
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent)
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isPart(parent)
  if (isAnd(parent)) return parent.right === node && isPart(parent)
  return ts.isParenthesizedExpression(parent) && isPart(parent)
}

/** The files whose elements React updates in the browser: not mails, nor pages that are sent once. */
function hydratedFiles(root: string): string[] {
  const pages = globSync('app/**/*.page.tsx', { cwd: root }).map((page) => join(root, page))
  const files = new Set<string>()
  const follow = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const source = readFileSync(file, 'utf8')
    for (const [, path = ''] of source.matchAll(/(?:from|import\()\s*'([.#][^']+\.tsx?)'/g)) {
      if (path.includes('.server.') || path.includes('+types')) continue
      follow(path.startsWith('#app/') ? join(root, 'app', path.slice(5)) : path.startsWith('#') ? join(root, 'app', path.slice(1)) : join(dirname(file), path))
    }
  }
  const start = pages.filter((page) => !readFileSync(page, 'utf8').includes('hydrates: false'))
  for (const file of [join(root, 'app/root.tsx'), ...start]) follow(file)
  return [...files]
}
if (import.meta.main) {
  const root = process.cwd()
  const f = findBareTexts(root)
  for (const { at, parts, bare } of f) {
    const s = at.getSourceFile(); const { line } = s.getLineAndCharacterOfPosition(at.getStart())
    console.log(`${ts.isJsxFragment(at) ? 'U' : parts.some(p => p.changes && !p.isText) ? 'E' : 'T'} ${relative(root, s.fileName)}:${line + 1}`, bare.map(b => b.node.getText().trim().replace(/\s+/g, ' ').slice(0, 40)).join(' | '), '  ~', parts.filter((p) => p.changes && !p.isText).map(b => b.node.getText().trim().replace(/\s+/g, ' ').slice(0, 40)).join(' | '))
  }
  console.log(f.length)
}
