import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast'
import { run as lintDockerfile } from 'dockerfilelint'
import { describe, expect, it } from 'vitest'
import { root } from './run.ts'

/** One instruction of the Dockerfile. */
interface Step {
  keyword: string
  line: number
  /** The words of a command, or the arguments after the keyword and its flags. */
  words: string[]
  /** The stage that COPY copies from; null for the project itself. */
  from: string | null
}

/** One stage of the build; the last one is the image. */
interface Stage {
  name: string | null
  steps: Step[]
}

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

function stagesOf(text: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const step = stepOf(instruction)
    if (step.keyword === 'FROM') stages.push({ name: step.words[2] ?? null, steps: [] })
    stages.at(-1)?.steps.push(step)
  }
  return stages
}

function stepOf(instruction: Instruction): Step {
  const keyword = instruction.getKeyword()
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const json = (instruction as JSONInstruction).getJSONStrings?.() ?? []
  return {
    keyword,
    line: instruction.getRange().start.line + 1,
    words: json.length > 0 ? json.map((word) => word.getJSONValue()) : commandIn(words),
    from: keyword === 'COPY' ? ((instruction as Copy).getFromFlag()?.getValue() ?? null) : null,
  }
}

/** HEALTHCHECK has its command as JSON after the word CMD. */
function commandIn(words: string[]): string[] {
  return words[0] === 'CMD' ? JSON.parse(words.slice(1).join(' ')) : words
}

/** Every file of the project that .dockerignore does not exclude. */
function filesForImages(): string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return globSync(['**/*', '.*'], { cwd: root, exclude: ignored }).filter((path) =>
    statSync(join(root, path)).isFile(),
  )
}

const stages = stagesOf(dockerfile)
const project = filesForImages()

/** The files of the project that a COPY brings. */
const filesCopiedBy = ({ words }: Step) => {
  const sources = words.slice(0, -1).map((source) => source.replace(/^\.$/, ''))
  return sources.map((source) =>
    project.filter((file) => file === source || file.startsWith(source && `${source}/`)),
  )
}

const commands = ({ steps }: Stage) =>
  steps.filter(({ keyword }) => ['RUN', 'CMD', 'HEALTHCHECK'].includes(keyword))

// The linters know the files' syntax but not the project: whether COPY and CMD name existing files is checked here.
describe('Dockerfile', () => {
  it('passes its linter', () => {
    const found = lintDockerfile(root, dockerfile)
    // It reads '--start-period' as '--start'.
    const startPeriod = stages.at(-1)?.steps.find(({ keyword }) => keyword === 'HEALTHCHECK')
    expect(found.filter(({ line }) => line !== startPeriod?.line)).toEqual([])
  })

  it('copies files that exist and are not ignored, or files of an earlier stage', () => {
    for (const [index, { steps }] of stages.entries()) {
      const earlier = stages.slice(0, index).map(({ name }) => name)
      for (const step of steps.filter(({ keyword }) => keyword === 'COPY')) {
        if (step.from !== null) expect(earlier).toContain(step.from)
        else expect(filesCopiedBy(step).map(({ length }) => length)).not.toContain(0)
      }
    }
  })

  it('runs scripts that its stage has', () => {
    const scripts = stages.flatMap((stage) => {
      const has = stage.steps.flatMap((step) =>
        step.keyword === 'COPY' && step.from === null ? filesCopiedBy(step).flat() : [],
      )
      return commands(stage).flatMap(({ words: [program, script = ''] }) =>
        program === 'node' ? [{ script, isCopied: has.includes(script) }] : [],
      )
    })
    expect(scripts).toEqual([
      { script: 'scripts/build.ts', isCopied: true },
      { script: 'scripts/is-alive.ts', isCopied: true },
      { script: 'server.ts', isCopied: true },
    ])
  })

  it('runs without privileges, and starts the server without a shell', () => {
    const last = stages.at(-1)?.steps ?? []
    const words = (keyword: string) => last.filter((step) => step.keyword === keyword).at(-1)?.words
    expect([words('USER'), words('CMD'), words('STOPSIGNAL')]).toEqual([
      ['node'],
      ['node', 'server.ts'],
      ['SIGTERM'],
    ])
  })
})

it('no secret, no data and no test gets into an image', () => {
  const unwanted = /(^|\/)\.env|^data\/|^node_modules\/|\.test\.tsx?$|^(test|e2e)\/|^\.git\//
  expect(project.filter((file) => unwanted.test(file))).toEqual([])
})

it('compose.yaml passes its linter', () => {
  const linter = new DCLinter({
    rules: { 'require-quotes-in-ports': [1, { quoteType: 'double' }] },
    quiet: false,
    debug: false,
    exclude: [],
  })
  const found = linter.lintFiles([join(root, 'compose.yaml')], false)
  expect(found.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

it('compose.yaml limits the memory and the log of each service', () => {
  const [, text = ''] = readFileSync(join(root, 'compose.yaml'), 'utf8').split(/^services:$/m)
  const services =
    text
      .split(/^volumes:$/m)[0]
      ?.split(/^ {2}(?=\w+:$)/m)
      .slice(1) ?? []
  expect(services).toHaveLength(3)
  for (const service of services) {
    expect(service).toMatch(/^ {4}mem_limit: \d+[mg]$/m)
    expect(service).toMatch(
      /^ {4}logging:.*\n {6}driver: json-file\n {6}options:\n {8}max-file: .*\n {8}max-size: /m,
    )
  }
})

it('compose.yaml has no password of its own', () => {
  const lines = readFileSync(join(root, 'compose.yaml'), 'utf8').split('\n')
  for (const line of lines.filter((one) => /PASSWORD|DATABASE_URL/.test(one))) {
    if (!line.startsWith('#')) expect(line).toContain(`\${POSTGRES_PASSWORD:?`)
  }
})

it('compose.yaml runs the shop read-only, without capabilities and without a way to more', () => {
  const [, shop = ''] = readFileSync(join(root, 'compose.yaml'), 'utf8').split(/^ {2}shop:$/m)
  const service = shop.split(/^\S/m)[0]
  for (const line of ['read_only: true', 'cap_drop:\n      - ALL', 'no-new-privileges:true']) {
    expect(service).toContain(line)
  }
  // What the shop writes: /data is a volume.
  expect(service).toContain('tmpfs:\n      - /tmp\n')
  expect(dockerfile).toContain('VOLUME /data')
})
