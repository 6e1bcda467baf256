import { Client, DatabaseError, type Pool, type PoolClient } from 'pg'

/** One step of a plan, as EXPLAIN writes it; without what was measured, if it was planned only. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** How a statement was carried out. */
export interface Plan {
  /** Names of the tables that were read from end to end. */
  seqScans: string[]
  /** Rows and index entries that were looked at, whether they match or not. */
  rowsRead: number
  /** Pages of 8 KB that were touched, in memory or not; one may count more than once. */
  buffers: number
}

/**
 * How PostgreSQL carries out what some work reads and changes: each such statement is explained with its own values once the
 * work is done, and undone. Run `analyze` before, for plans follow the statistics.
 */
export async function plansOf(pool: Pool, work: () => Promise<unknown>): Promise<Plan[]> {
  const statements = await sentDuring(work)
  const client = await pool.connect()
  try {
    const plans: Plan[] = []
    for (const statement of statements) plans.push(await explain(client, statement))
    return plans
  } finally {
    client.release()
  }
}

interface Statement {
  text: string
  values: unknown[]
}

async function explain(client: PoolClient, statement: Statement): Promise<Plan> {
  try {
    return await explainAs(client, 'explain (analyze, buffers, format json)', statement)
  } catch (error) {
    // The work has written these rows already. Their values are in the statement: it is planned, but not run again.
    if (!(error instanceof DatabaseError) || !rejectedAgain.includes(error.code ?? '')) throw error
    return explainAs(client, 'explain (format json)', statement)
  }
}

/** A row that exists already, and what a trigger rejects. */
const rejectedAgain = ['23505', 'P0001']

async function explainAs(
  client: PoolClient,
  command: string,
  { text, values }: Statement,
): Promise<Plan> {
  await client.query('begin')
  try {
    const sent = `${command} ${text}`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sent, values)
    return read((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
  }
}

function read(root: PlanNode): Plan {
  const nodes = [...nodesOf(root)]
  // A plan has branches that turn out not to be needed.
  const isRun = (node: PlanNode) => node['Actual Loops'] !== 0
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isRun(node))
  return {
    seqScans: [...new Set(scans.map((node) => node['Relation Name'] ?? ''))],
    rowsRead: Math.round(nodes.reduce((sum, node) => sum + rowsReadBy(node), 0)),
    buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
  }
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const inner of node.Plans ?? []) yield* nodesOf(inner)
}

/** PostgreSQL reports rows as the mean of the node's loops. */
function rowsReadBy(node: PlanNode): number {
  if (node['Relation Name'] === undefined && node['Index Name'] === undefined) return 0
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = node
  const { 'Rows Removed by Filter': unfit = 0, 'Rows Removed by Index Recheck': lossy = 0 } = node
  return (rows + unfit + lossy) * loops
}

/** The statements that some work sends over any connection of this process and that have a plan. */
async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const { prototype } = Client
  const query = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function tapped(this: Client, ...args: unknown[]) {
    sent.push(statementOf(args))
    return query.apply(this, args)
  } as never
  try {
    await work()
  } finally {
    prototype.query = query as never
  }
  return sent.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
}

function statementOf([query, parameters]: unknown[]): Statement {
  const ownValues = Array.isArray(parameters) ? parameters : []
  if (typeof query === 'string') return { text: query, values: ownValues }
  const { text, values } = query as Partial<Statement>
  return { text: text ?? '', values: values ?? ownValues }
}
