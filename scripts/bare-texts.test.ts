import ts from '@typescript/typescript6'
import { expect, it } from 'vitest'
import { createProgram, findBareTexts, hydratedFiles } from './bare-texts.ts'

const files = hydratedFiles()
const program = createProgram(files)

it('on pages that React updates, a text beside what changes has an element of its own', {
  timeout: 180_000,
}, () => {
  expect(files.length).toBeGreaterThan(300)
  expect(findBareTexts(files, program)).toEqual([])
})

it('an option has a value: its text may be a translated one', () => {
  const withoutValue = /<option\b(?![^>]* value=)[^>]*>(?![`'])/
  const found = files.filter((file) => withoutValue.test(program.getSourceFile(file)?.text ?? ''))
  expect(found).toEqual([])
})

const components = `
  import { type ReactNode } from 'react'
  import { Link } from 'react-router'
  const fixed = 'Cakes'
  const Beside = ({ hint, children }: { hint?: ReactNode; children?: ReactNode }) => <p>{hint}<b>{children}</b></p>
  const Wrapped = ({ children, ...rest }: { children: ReactNode; id?: string }) => <p {...rest}><b>{children || '–'}</b></p>
  const Passing = (props: { children: ReactNode }) => <Wrapped {...props} />
  const Loose = ({ children }: { children: ReactNode }) => <p>{children}<i /></p>
  const UserText = ({ children }: { children: string }) => <bdi translate="no">{children}</bdi>
  const Same = () => <b>!</b>
  const Sometimes = ({ is }: { is: boolean }) => is ? <b>!</b> : null
  const Either = ({ is }: { is: boolean }) => { if (is) return <p>!</p>; return <ul /> }
  const Words = ({ is }: { is: boolean }) => is ? 'Yes' : 'No'
  const Heading = ({ as: Tag, title }: { as: 'h1' | 'h2'; title: string }) => <Tag>{title}</Tag>
  const same = <b>!</b>
`

/** Elements with a number, a text, whether something is so, and texts; and what is found in them. */
const fixtures: [string, ...string[]][] = [
  // Beside something that comes and goes.
  ['<p>{is && <b />}Pay</p>', 'Pay'],
  ['<p>Pay {is && <b />}</p>', 'Pay'],
  ['<p>{is ? <b /> : <i />}Pay</p>', 'Pay'],
  ['<p>{texts.map((one) => <b key={one} />)}Pay</p>', 'Pay'],
  ['<p><Sometimes is={is} />Pay</p>', 'Pay'],
  ['<p><Either is={is} />Pay</p>', 'Pay'],
  ['<p><b key={n} />Pay</p>', 'Pay'],
  ['<Link to="/">{is && <b />}Pay</Link>', 'Pay'],
  ['<p>{is && <b />}<span>Pay</span></p>'],
  ['<p>Pay <b>now</b></p>'],
  ['<p>Pay <Same />{same} now, <Link to="/">Cakes</Link> {fixed}</p>'],
  // It changes, comes or goes itself.
  ['<p>{n} cakes</p>', 'n', 'cakes'],
  ['<p><b />{text}</p>', 'text'],
  ["<p><b />{is ? 'Yes' : 'No'}</p>", "is ? 'Yes' : 'No'"],
  ["<p><b />{is && 'Yes'}</p>", "is && 'Yes'"],
  ["<p><b />{text || 'None'}</p>", "text || 'None'"],
  ['<p>{texts}</p>', 'texts'],
  ['<p><Words is={is} /></p>', '<Words is={is} />'],
  ['<p>{is && <>Pay <b /></>}</p>', 'Pay'],
  [`<p>{\`\${n} cakes\`}</p>`],
  ["<p>{is ? 'Yes' : text || <b />}</p>"],
  ["<p>{is && 'Yes'}</p>"],
  ["<p>{texts.join(', ')}</p>"],
  ['<p key={text}><b />{text}</p>'],
  ['<p translate="no"><b />{text}</p>'],
  ['<Heading as="h1" title={text} />'],
  // Where a component puts what it is given.
  ['<Wrapped>{text}</Wrapped>'],
  ['<Passing>Pay</Passing>'],
  ['<p><b /><UserText>{text}</UserText></p>'],
  ['<Loose>Pay</Loose>', 'Pay'],
  ['<Loose>{text}</Loose>', 'text'],
  ['<Loose><b>Pay</b></Loose>'],
  ['<Beside>{text}</Beside>'],
  ['<Beside hint="Pay" />', '"Pay"'],
  ["<Beside hint={is ? 'Yes' : <b />} />", "is ? 'Yes' : <b />"],
  ['<Beside hint={<b>Pay</b>} />'],
  ['<Beside hint={<>Pay</>} />', 'Pay'],
  ['<Wrapped><>{n} cakes</></Wrapped>', 'n', 'cakes'],
]

it('finds what a translated page breaks, and nothing else', () => {
  const name = 'app/fixture.tsx'
  const given =
    '({ n, text, is, texts }: { n: number; text: string; is: boolean; texts: string[] })'
  const lines = fixtures.map(
    ([element], index) => `export const F${index} = ${given} => ${element}`,
  )
  const text = [...lines, components].join('\n')
  const fixture = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX)
  const host = ts.createCompilerHost({})
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name ? fixture : (program.getSourceFile(file) ?? getSourceFile(file, ...rest))
  const found = lines.map((): string[] => [])
  for (const one of findBareTexts([name], createProgram([name], host))) {
    const [, line, bare = ''] = /^\S+:(\d+) (.*)$/.exec(one) ?? []
    found[Number(line) - 1]?.push(bare)
  }
  expect(fixtures.map(([element], index) => [element, ...(found[index] ?? [])])).toEqual(fixtures)
})
