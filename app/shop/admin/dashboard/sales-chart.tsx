import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import type { DaySales } from './dashboard.store.server.ts'

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

/** Revenue as bars and orders as a line. A canvas has no text for screen readers: the page has a table too. */
export function SalesChart({ days }: { days: DaySales[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
    const chart = new Chart<'bar' | 'line'>(canvas.current, chartConfig(days))
    return () => chart.destroy()
  }, [days])
  return (
    <div aria-hidden="true" className="h-full">
      <canvas ref={canvas} />
    </div>
  )
}

function chartConfig(days: DaySales[]): ChartConfiguration<'bar' | 'line'> {
  const style = getComputedStyle(document.documentElement)
  const colour = (token: string) => style.getPropertyValue(`--color-${token}`)
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 }
  const ticks = { color: colour('cocoa-soft'), font, maxTicksLimit: 5 }
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    type: 'bar',
    data: {
      labels: days.map(({ day }) => formatDay(day)),
      datasets: [
        {
          type: 'line',
          label: 'Orders',
          yAxisID: 'orders',
          data: days.map(({ orders }) => orders),
          borderColor: colour('cocoa'),
          backgroundColor: colour('cocoa'),
          borderWidth: 2,
          pointRadius: 2,
          tension: 0.2,
        },
        {
          type: 'bar',
          label: 'Revenue',
          yAxisID: 'revenue',
          data: days.map(({ revenuePaise }) => revenuePaise),
          backgroundColor: colour('berry'),
          borderRadius: 3,
        },
      ],
    },
    options: {
      maintainAspectRatio: false,
      animation: isStill ? false : { duration: 250 },
      interaction: { mode: 'index', intersect: false },
      plugins: {
        tooltip: {
          backgroundColor: colour('cocoa'),
          titleFont: font,
          bodyFont: font,
          callbacks: { label: ({ dataset, raw }) => tooltipText(dataset.label, Number(raw)) },
        },
      },
      scales: {
        x: {
          grid: { display: false },
          border: { color: colour('line') },
          ticks: { ...ticks, maxTicksLimit: 7, maxRotation: 0, callback: shortDay(days) },
        },
        revenue: {
          axis: 'y',
          beginAtZero: true,
          suggestedMax: 100_000,
          border: { display: false },
          grid: { color: colour('line') },
          ticks: { ...ticks, callback: (paise) => shortInr(Number(paise)) },
        },
        orders: {
          axis: 'y',
          position: 'right',
          beginAtZero: true,
          suggestedMax: 4,
          border: { display: false },
          grid: { display: false },
          ticks: { ...ticks, precision: 0 },
        },
      },
    },
  }
}

function tooltipText(label: string | undefined, value: number): string {
  return `${label}: ${label === 'Revenue' ? formatInr(value) : value}`
}

/** '20 Nov' without its year. */
function shortDay(days: DaySales[]) {
  return (_: unknown, index: number) => formatDay(days[index]?.day ?? '').replace(/ \d+$/, '')
}

/** '₹12k', '₹1.5L', for the axis. */
function shortInr(paise: Paise): string {
  const rupees = toRupees(paise)
  if (rupees >= 100_000) return `₹${rupees / 100_000}L`
  return rupees >= 1000 ? `₹${rupees / 1000}k` : `₹${rupees}`
}
