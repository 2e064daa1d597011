// Shows an alert instead of a page that fails, for example because a part of the page could not be
// loaded.
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { t } from './words.ts';

interface Failed {
  fault?: Error;
}

/**
 * Shows an alert when a page fails, so that the menu stays usable. With a new `key`, the component
 * shows the next page.
 */
export class Boundary extends Component<{ children: ReactNode }, Failed> {
  override state: Failed = {};

  static getDerivedStateFromError(fault: Error): Failed {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <Alert
        color="red"
        role="alert"
        title={
          <Title order={1} size="h5">
            {t('page_failed')}
          </Title>
        }
      >
        <Stack align="start">
          <Text>{t('page_failed_does')}</Text>
          <Text size="sm" className="said">
            {fault.message}
          </Text>
          <Button variant="default" onClick={() => location.reload()}>
            {t('load_again')}
          </Button>
        </Stack>
      </Alert>
    );
  }
}
