import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast'
import { root } from './run.ts'

/** One instruction of the Dockerfile. */
export interface Step {
  keyword: string
  line: number
  /** The words of a command, or the arguments after the keyword and its flags. */
  words: string[]
  /** The stage that COPY copies from; null for the project itself. */
  from: string | null
}

/** One stage of the build; the last one is the image. */
export interface Stage {
  name: string | null
  steps: Step[]
}

export const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

export function stagesOf(text: string): Stage[] {
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
export function filesForImages(): string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return globSync(['**/*', '.*'], { cwd: root, exclude: ignored }).filter((path) =>
    statSync(join(root, path)).isFile(),
  )
}
