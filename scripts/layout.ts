import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { ICruiseResult, IViolation } from 'dependency-cruiser'
import { layoutRules } from './layout-rules.ts'
import { root } from './run.ts'

const zones = ['app', 'server.ts', 'scripts', 'test', 'e2e', 'db', 'bench']

// dependency-cruiser reads TypeScript by the compiler's old API, which TypeScript 7 no longer has.
function lendTypescript6() {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.replace(/^typescript(?=$|\/)/, '@typescript/typescript6'), context),
  })
}

/** Every import below `folder` that breaks a rule of the layout. */
export async function layoutViolations(folder: string): Promise<IViolation[]> {
  lendTypescript6()
  const { cruise } = await import('dependency-cruiser')
  const { output } = await cruise(
    zones.filter((zone) => existsSync(`${folder}/${zone}`)),
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: layoutRules },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: ['^scripts/bootstrap\\.mjs$', '/\\+types/'] },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  )
  const result = output as ICruiseResult
  if (result.summary.totalDependenciesCruised === 0)
    throw new Error(`No import was seen below ${folder}: the layout check has gone blind.`)
  return result.summary.violations
}

function explain({ from, to, rule, cycle }: IViolation) {
  const path = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
  const why = layoutRules.find(({ name }) => name === rule.name)?.comment
  return `${path}\n  ${rule.name}: ${why}`
}

if (import.meta.main) {
  const violations = await layoutViolations(root)
  for (const violation of violations) console.log(explain(violation))
  console.log(
    violations.length === 0
      ? 'Every import follows the layout.'
      : `\n${violations.length} imports break the layout.`,
  )
  process.exit(violations.length === 0 ? 0 : 1)
}
