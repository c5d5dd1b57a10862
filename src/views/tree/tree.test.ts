// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SceneRequest } from '../../layout/scene';
import { ReportBuilder } from '../../testing/document';
import { testContext, type TestContext } from '../../testing/view-context';
import { USUAL } from '../../testing/request';
import { Tree } from './tree';

const REQUEST: SceneRequest = { ...USUAL, grouping: 'regions', plumbing: true, budget: 1 };

describe('Tree', () => {
  let context: TestContext;
  let tree: Tree;
  let request: SceneRequest;
  const events = { hover: vi.fn(), choose: vi.fn(), fold: vi.fn<(box: number, open: boolean) => Promise<void>>() };

  const scene = async (): Promise<void> => tree.show(await context.engine.scene(request, context.signal));
  const items = (): HTMLElement[] => [...tree.element.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const names = (): string[] => items().map(item => item.querySelector('b')?.textContent ?? '');
  const focused = (): string => document.activeElement?.querySelector('b')?.textContent ?? '';
  const press = (key: string): void => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };

  beforeEach(async () => {
    context = testContext();
    request = { ...REQUEST, closed: ['e3'] };
    tree = new Tree(context, events);
    document.body.replaceChildren(tree.element);
    events.fold.mockImplementation(async (_box, open) => {
      request = open ? { ...request, opened: ['e3'], closed: [] } : { ...request, opened: [], closed: ['e3'] };
      await scene();
    });
    await scene();
    tree.focus();
  });
  afterEach(() => {
    context.abort.abort();
    vi.clearAllMocks();
  });

  it('lists equations in program order with inputs, outputs and paths', () => {
    expect(names()).toEqual(['sin', 'cos', 'add', 'scan ×7']);
    expect(items().map(item => item.dataset.path)).toEqual(['0', '1', '2', '3']);
    expect(items()[0].getAttribute('aria-label')).toBe('sin, x f32[4] → f32[4]');
    expect(items()[3].getAttribute('aria-expanded')).toBe('false');
    expect(items()[0].hasAttribute('aria-expanded')).toBe(false);
  });

  it('has one stop for the Tab key and moves it with the arrows', () => {
    expect(items().filter(item => item.tabIndex === 0)).toHaveLength(1);
    press('ArrowDown');
    expect(focused()).toBe('cos');
    press('End');
    expect(focused()).toBe('scan ×7');
    press('ArrowUp');
    press('Home');
    expect(focused()).toBe('sin');
    expect(items().filter(item => item.tabIndex === 0)).toHaveLength(1);
  });

  it('opens with the right arrow, enters, leaves and closes with the left one', async () => {
    press('End');
    press('ArrowRight');
    await vi.waitFor(() => expect(names()).toContain('tanh'));
    expect(focused()).toBe('scan ×7');
    const body = items().find(item => item.dataset.path === '3/jaxpr.0/0');
    expect(body?.getAttribute('aria-level')).not.toBe('1');
    press('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-level')).toBe('2');
    press('ArrowLeft');
    expect(focused()).toBe('scan ×7');
    press('ArrowLeft');
    await vi.waitFor(() => expect(names()).not.toContain('tanh'));
  });

  it('chooses with Enter', () => {
    press('ArrowDown');
    press('Enter');
    expect(events.choose).toHaveBeenCalledTimes(1);
    const box = events.choose.mock.calls[0][0] as number;
    expect(items()[1].dataset.index).toBe(String(box));
  });

  it('names folded plumbing by its primitives, not by their number', async () => {
    const report = new ReportBuilder().source('y = sin(x)');
    report
      .stage()
      .top([{ name: 'x' }], 1, (top, [x]) => [
        top.add('sin', [top.add('convert_element_type', [top.add('reshape', [x])])])
      ]);
    context = testContext(report);
    tree = new Tree(context, events);
    request = { ...REQUEST, plumbing: false };
    await scene();
    expect(names()).toEqual(['reshape, convert_element_type', 'sin']);
  });

  it('shows marks', () => {
    tree.mark(index => (items()[2].dataset.index === String(index) ? ['chosen'] : []));
    expect(items().map(item => item.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true', 'false']);
  });
});
