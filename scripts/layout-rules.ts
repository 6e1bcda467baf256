import { readFileSync } from 'node:fs'
import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser'

/** The slices from the ground up, as `app/shop/README.md` lists them: a slice uses only those above it. */
export const slices = [
  ...readFileSync(new URL('../app/shop/README.md', import.meta.url), 'utf8').matchAll(
    /^- `([a-z-]+)\/`/gm,
  ),
].map(([, slice = '']) => slice)

const page = String.raw`\.page\.tsx$`
const test = String.raw`\.(test|spec)\.tsx?$`
const serverFile = String.raw`\.server\.tsx?$`
const tables = String.raw`\.tables\.server\.ts$`
const store = String.raw`\.store\.server\.ts$`
/** The tables of contents and the wiring. */
const rootFile = '^app/((config|serving|operations)/)?[^/]+$'
const outsideApp = '^(server\\.ts$|scripts/|test/|e2e/|bench/)'

function rule(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}

const sliceOrder = slices
  .slice(0, -1)
  .map((slice, index) =>
    rule(
      `slice-order-${slice}`,
      `${slice} may use only the slices above it in the list of app/shop/README.md; slices meet in *.page.tsx.`,
      { path: `^app/shop/${slice}/`, pathNot: page },
      { path: `^app/shop/(${slices.slice(index + 1).join('|')})/` },
    ),
  )

/** What may import what, as ARCHITECTURE.md says it. `import type` counts like any import. */
export const layoutRules: IForbiddenRuleType[] = [
  rule(
    'platform-alone',
    'platform knows no word of the shop, and nothing of ui.',
    { path: '^app/platform/' },
    { path: '^app/', pathNot: '^app/platform/' },
  ),
  rule(
    'ui-alone',
    'ui knows no word of the shop, and nothing of platform.',
    { path: '^app/ui/' },
    { path: '^app/', pathNot: '^app/ui/' },
  ),
  rule(
    'shop-below-root',
    'Only the root of app/ wires things together; a slice does not reach up to it.',
    { path: '^app/shop/' },
    { path: rootFile, pathNot: String.raw`^app/context\.server\.ts$` },
  ),
  rule(
    'context-for-pages',
    'Only *.page.tsx and the root files of app/ read the app context; a use case knows it as a type alone.',
    { path: '^app/', pathNot: [page, rootFile] },
    { path: String.raw`^app/context\.server\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'known-slices',
    'A new folder in app/shop needs its line in the table of app/shop/README.md.',
    {},
    { path: '^app/shop/', pathNot: `^app/shop/(${slices.join('|')})/` },
  ),
  ...sliceOrder,
  rule(
    'pages-are-ends',
    'A page is where slices meet; only the root files of app/ and tests import it.',
    { path: '^app/', pathNot: [rootFile, test] },
    { path: page },
  ),
  rule(
    'server-stays-on-server',
    'A file that may run in the browser imports only types of *.server files, such as those of calls; pages, mails, tests and root.tsx may import more.',
    {
      path: '^app/',
      pathNot: [serverFile, page, test, String.raw`\.mail\.tsx$`, String.raw`^app/root\.tsx$`],
    },
    { path: serverFile, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'tables-import-drizzle-only',
    'Table files import only Drizzle, other table files and types, so that migrations can be generated from them alone.',
    { path: tables },
    {
      path: '.',
      pathNot: [tables, '^node_modules/drizzle-orm/'],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'sql-in-stores',
    'Only *.tables.server.ts and *.store.server.ts of a slice hold SQL.',
    { path: '^app/shop/', pathNot: [tables, store, test] },
    { path: '^node_modules/drizzle-orm/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'relative-within-a-slice',
    'Inside a slice imports are relative.',
    { path: '^app/shop/([^/]+)/' },
    { path: '^app/shop/$1/', dependencyTypes: ['aliased-subpath-import'] },
  ),
  rule(
    'alias-across-slices',
    'Imports from another slice or zone are written #shop/…, #platform/… or #ui/….',
    { path: '^app/(shop/[^/]+|platform|ui)/' },
    { path: '^app/', pathNot: '^app/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  ),
  rule(
    'app-within-app',
    'app/ does not import what starts, tests or measures it; tests in it may use test/.',
    { path: '^app/', pathNot: test },
    { path: outsideApp },
  ),
  {
    name: 'commands-without-tsx',
    comment: "Node runs the operator's commands as they are: it reads .ts, but no .tsx.",
    severity: 'error',
    from: { path: String.raw`^scripts/(operator/|doctor\.ts$)` },
    to: { path: String.raw`\.tsx$`, reachable: true },
  },
  rule(
    'sample-for-root',
    'Only the root files of app/ reach for the sample catalogue in db/.',
    { path: '^app/', pathNot: [rootFile, test] },
    { path: '^db/' },
  ),
  rule(
    'tests-are-ends',
    'Tests import what they share from test/, and nothing else imports them.',
    { pathNot: test },
    { path: test },
  ),
  rule(
    'no-cycles',
    'Files that import each other cannot be read one after the other.',
    { path: '^(app|bench|server|scripts|test|e2e|db)' },
    // The type of the app context names the slices whose use cases name it.
    { circular: true, viaOnly: { pathNot: String.raw`^app/context\.server\.ts$` } },
  ),
  rule(
    'no-dev-dependencies',
    'What runs in the shop must be in "dependencies". Fonts and styles are part of the build; Vite is for development.',
    { path: '^(app/|server\\.ts$)', pathNot: [test, String.raw`^app/routes\.ts$`] },
    {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '^node_modules/(vite|@fontsource[^/]*/[^/]+|tailwindcss)/',
    },
  ),
  rule(
    'declared-packages',
    'The package is not in package.json: it is there only because another one needs it.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'resolvable',
    'The import cannot be resolved: does it have its extension?',
    {},
    { couldNotResolve: true, pathNot: [String.raw`/\+types/`, '^virtual:'] },
  ),
]
