/** Limits from one page of Slack's reference. */
function on<Name extends string>(page: string, limits: Record<Name, number>) {
  const source = `https://docs.slack.dev/reference/${page}`;
  const entries = Object.entries(limits).map(([name, max]) => [name, { max, source }]);
  return Object.fromEntries(entries) as Record<Name, { max: number; source: string }>;
}

/**
 * Slack's documented limits, each with its source. Lengths are in characters unless the name says otherwise.
 * `@slack/types` 3.2 repeats most of them in its doc comments.
 */
export const LIMITS = {
  ...on('block-kit/blocks', { messageBlocks: 50, viewBlocks: 100, blockId: 255 }),
  ...on('block-kit/composition-objects/text-object', { text: 3000 }),
  ...on('block-kit/blocks/section-block', { sectionText: 3000, sectionFields: 10, sectionFieldText: 2000 }),
  ...on('block-kit/blocks/header-block', { headerText: 150 }),
  ...on('block-kit/blocks/context-block', { contextElements: 10 }),
  ...on('block-kit/blocks/actions-block', { actionsElements: 25 }),
  ...on('block-kit/blocks/input-block', { inputLabel: 2000, inputHint: 2000 }),
  ...on('block-kit/blocks/image-block', { imageAltText: 2000, imageTitle: 2000, imageUrl: 3000 }),
  // slackapi/java-slack-sdk#1624 quotes the page: 200 characters, modals only.
  ...on('block-kit/blocks/alert-block', { alertText: 200 }),
  ...on('block-kit/blocks/markdown-block', { markdownTotal: 12_000 }),
  ...on('block-kit/blocks/table-block', {
    tableRows: 100,
    tableCells: 20,
    tablesInAMessage: 1,
    tableCharacters: 10_000,
  }),
  ...on('block-kit/blocks/data-table-block', {
    dataTableRows: 101,
    dataTableColumns: 20,
    dataTableCharacters: 20_000,
    dataTablePage: 100,
  }),
  ...on('block-kit/blocks/container-block', { containerBlocks: 10, containerTitle: 150 }),
  ...on('block-kit/blocks/data-visualization-block', {
    chartTitle: 50,
    chartLabel: 20,
    chartSeries: 6,
    chartPoints: 20,
    chartsInAMessage: 2,
  }),
  ...on('block-kit/block-elements/button-element', {
    actionId: 255,
    buttonText: 75,
    buttonValue: 2000,
    buttonUrl: 3000,
    buttonAccessibilityLabel: 75,
  }),
  ...on('block-kit/block-elements/plain-text-input-element', { placeholder: 150, inputLength: 3000 }),
  ...on('block-kit/block-elements/select-menu-element', { selectOptions: 100 }),
  ...on('block-kit/block-elements/checkboxes-element', { checkboxOptions: 10 }),
  ...on('block-kit/block-elements/radio-button-group-element', { radioOptions: 10 }),
  ...on('block-kit/block-elements/overflow-menu-element', { overflowOptions: 5 }),
  ...on('block-kit/composition-objects/option-object', {
    optionText: 75,
    optionValue: 150,
    optionDescription: 75,
    optionUrl: 3000,
  }),
  ...on('block-kit/composition-objects/confirmation-dialog-object', {
    confirmTitle: 100,
    confirmText: 300,
    confirmButton: 30,
  }),
  ...on('views/modal-views', { viewTitle: 24, viewButton: 24, privateMetadata: 3000, callbackId: 255 }),
  ...on('methods/views.update', { externalId: 255 }),
  ...on('methods/views.push', { viewStack: 3 }),
  ...on('methods/views.open', { viewBytes: 250_000 }),
  // The page names the error (`msg_blocks_too_long`) but not the number, which slackapi/bolt-js#2509 and #2867
  // measured.
  ...on('methods/chat.postMessage', { messageBlocksText: 12_000, messageText: 40_000 }),
};
